import type { Settings } from './settings.ts'

/** Returns the frame's address. For v2, it contains the v1 parameters and `v=2`, but no token. */
export function frameAddress(input: {
  settings: Settings
  chainId: string
  channelId: string
  /** The origin of the hosting page. */
  origin: string
  systemColour: 'dark' | 'light'
}): string {
  const { settings } = input
  const parameters = {
    appId: settings.appId,
    name: settings.appName,
    chainId: input.chainId,
    programNo: settings.programNo,
    accessToken: settings.speaksV2 ? undefined : settings.accessToken,
    lv: settings.lv === 'zkKYC' ? '1' : '2',
    mode: settings.mode && (settings.mode === 'email' ? '0' : '1'),
    theme: settings.theme,
    locale: settings.locale,
    checkAddress: settings.checkAddress ? '1' : undefined,
    origin: input.origin,
    channelId: input.channelId,
    sysColor: settings.theme === 'auto' ? input.systemColour : undefined,
    isCustomContainer: settings.rootContainer ? '1' : undefined,
    v: settings.speaksV2 ? '2' : undefined,
  }
  const address = new URL('/', settings.frameOrigin)
  for (const [name, value] of Object.entries(parameters)) {
    if (value) address.searchParams.set(name, value)
  }
  return address.href
}
