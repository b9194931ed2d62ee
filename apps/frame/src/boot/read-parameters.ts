import { chains } from '@touchstone/contract'

export type Locale = 'en' | 'zh-hk'
export type Colours = 'light' | 'dark'

/** The validated parameters from the page's address. */
export type Parameters = {
  version: 1 | 2
  appId: string
  name: string | undefined
  /** The chain ID, spelled as in the list of supported chains. */
  chainId: string
  /** The chain, spelled as in the page's address. */
  chainText: string
  programNo: string | undefined
  accessToken: string | undefined
  lv: 1 | 2
  mode: 'email' | 'wallet'
  theme: 'auto' | Colours
  systemColours: Colours | undefined
  locale: Locale | undefined
  checkAddress: boolean
  origin: string
  channelId: string
}

export const parameterNames = [
  'appId',
  'chainId',
  'programNo',
  'lv',
  'mode',
  'theme',
  'locale',
  'checkAddress',
  'origin',
  'channelId',
  'sysColor',
  'accessToken',
  'v',
] as const
export type ParameterName = (typeof parameterNames)[number]

/** The parameters, or the name of the first parameter that is missing or invalid. */
export type ReadParameters =
  | { ok: true; parameters: Parameters }
  | { ok: false; parameter: ParameterName; missing: boolean; locale: Locale | undefined }

class Wrong extends Error {
  readonly parameter: ParameterName
  readonly missing: boolean
  constructor(parameter: ParameterName, missing: boolean) {
    super(parameter)
    this.parameter = parameter
    this.missing = missing
  }
}

export function readParameters(search: string): ReadParameters {
  const query = new URLSearchParams(search)
  const optional = (name: ParameterName): string | undefined => query.get(name) || undefined
  const required = (name: ParameterName): string => {
    const value = optional(name)
    if (value === undefined) throw new Wrong(name, true)
    return value
  }
  const among = <Value>(name: ParameterName, values: Record<string, Value>): Value | undefined => {
    const text = optional(name)
    if (text === undefined) return undefined
    const value = Object.hasOwn(values, text) ? values[text] : undefined
    if (value === undefined) throw new Wrong(name, false)
    return value
  }
  const matching = (name: ParameterName, value: string, pattern: RegExp): string => {
    if (!pattern.test(value)) throw new Wrong(name, false)
    return value
  }
  try {
    const appId = matching('appId', required('appId'), /^[\w-]{1,64}$/)
    const programNo = optional('programNo')
    const chainText = required('chainId')
    const chainId = chainOf(chainText)
    if (chainId === undefined) throw new Wrong('chainId', false)
    required('lv')
    const origin = required('origin')
    if (!isOrigin(origin)) throw new Wrong('origin', false)
    const parameters: Parameters = {
      version: among('v', { 1: 1, 2: 2 } as const) ?? 1,
      appId,
      name: query.get('name')?.slice(0, 100) || undefined,
      chainId,
      chainText,
      programNo: programNo === undefined ? undefined : matching('programNo', programNo, /^[0-9]{12}$/),
      accessToken: optional('accessToken'),
      lv: among('lv', { 1: 1, 2: 2 } as const) ?? 1,
      mode: among('mode', { 0: 'email', 1: 'wallet' } as const) ?? 'email',
      theme: among('theme', { auto: 'auto', light: 'light', dark: 'dark' } as const) ?? 'auto',
      systemColours: among('sysColor', { light: 'light', dark: 'dark' } as const),
      locale: among('locale', { en: 'en', 'zh-hk': 'zh-hk', 'zh-HK': 'zh-hk' } as const),
      checkAddress: among('checkAddress', { 0: false, 1: true, true: true, false: false }) ?? false,
      origin,
      channelId: required('channelId').slice(0, 200),
    }
    return { ok: true, parameters }
  } catch (error) {
    if (!(error instanceof Wrong)) throw error
    // The failure screen uses the requested language if the language parameter is valid.
    const locale = query.get('locale')?.toLowerCase() === 'zh-hk' ? 'zh-hk' : undefined
    return { ok: false, parameter: error.parameter, missing: error.missing, locale }
  }
}

/** Finds a chain by its ID, its name, or the ID in hexadecimal. */
export function chainOf(text: string): string | undefined {
  const requested = text.trim().toLowerCase()
  const decimal = /^0x[0-9a-f]{1,12}$/.test(requested) ? String(Number.parseInt(requested, 16)) : requested
  return chains.find(({ id, name }) => id === decimal || name.toLowerCase() === requested)?.id
}

function isOrigin(text: string): boolean {
  if (!/^https?:\/\//.test(text)) return false
  try {
    return new URL(text).origin === text
  } catch {
    return false
  }
}
