import { checkChoice, checkFunction, checkHost, checkObject, checkText } from './arguments.ts'
import { defaultEndpoint } from './default-endpoint.ts'
import type { Provider } from './provider.ts'
import type { WidgetOptions } from './widget-options.ts'

/** The validated constructor arguments, with defaults. */
export type Settings = {
  appId: string
  appName: string
  provider: Provider
  lv: 'MeID' | 'zkKYC'
  theme: 'auto' | 'light' | 'dark'
  frameOrigin: string
  /** The host that confirms the grant. */
  apiEndpoint: string
  programNo: string | undefined
  /** Whether a grant of a test program counts. */
  allowTest: boolean
  mode: 'email' | 'wallet' | undefined
  locale: 'en' | 'zh-hk' | undefined
  checkAddress: boolean
  rootContainer: HTMLElement | string | undefined
  accessToken: string | undefined
  speaksV2: boolean
}

/** The expected form of a chain ID, for error messages. */
export const chainIdShape = "a chain ID as a string, such as '137'"
/** The expected form of an application ID, for error messages. */
export const appIdShape = "the application ID from your dashboard (mchNo), such as 'M0000…'"
const providerShape = 'an object with the functions getAccessToken and getUserAccounts'

/** Validates every constructor argument except `chainId`, so that errors appear early. */
export function readSettings(appId: unknown, appName: unknown, provider: unknown, given: unknown): Settings {
  const options = checkObject(
    'options',
    given,
    "an object, such as { lv: 'zkKYC' }",
  ) as Partial<WidgetOptions>
  const lv = checkChoice('options.lv', options.lv, ['zkKYC', 'MeID'])
  const mode = options.mode && checkChoice('options.mode', options.mode, ['email', 'wallet'])
  if (mode === 'wallet' && lv !== 'MeID') {
    throw new TypeError("options.mode 'wallet' requires options.lv 'MeID': the KYC flow logs in by e-mail")
  }
  const frameOrigin = checkHost('options.endpoint', options.endpoint ?? defaultEndpoint, true)
  const [apiName, apiValue] =
    lv === 'MeID'
      ? ['options.meidApiEndpoint', options.meidApiEndpoint]
      : ['options.kycApiEndpoint', options.kycApiEndpoint]
  return {
    appId: checkText('appId', appId, appIdShape),
    appName: checkText('appName', appName, 'the name of your application'),
    provider: checkProvider(provider),
    lv,
    theme: checkChoice('options.theme', options.theme ?? 'auto', ['auto', 'light', 'dark']),
    frameOrigin,
    apiEndpoint: apiValue === undefined ? frameOrigin : checkHost(apiName, apiValue, false),
    programNo: checkProgramNo(options.programNo),
    allowTest: options.allowTest === true,
    mode,
    locale: options.locale && checkChoice('options.locale', options.locale, ['en', 'zh-hk'] as const),
    checkAddress: Boolean(options.checkAddress),
    rootContainer: options.rootContainer && checkContainer(options.rootContainer),
    accessToken:
      options.accessToken && checkText('options.accessToken', options.accessToken, 'a token as a string'),
    speaksV2: options.protocol === undefined || checkProtocol(options.protocol),
  }
}

/** Returns the program number if it is valid, or undefined if it is not set. */
export function checkProgramNo(value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined
  return checkText('options.programNo', value, 'a string of twelve digits', /^\d{12}$/)
}

function checkProvider(value: unknown): Provider {
  const provider = checkObject('provider', value, providerShape) as Partial<Provider>
  for (const name of ['getAccessToken', 'getUserAccounts'] as const) {
    const returns = name === 'getAccessToken' ? 'an access token' : 'an array of accounts'
    checkFunction(`provider.${name}`, provider[name], `an async function that returns ${returns}`)
  }
  for (const name of ['signMessage', 'delegateTransaction'] as const) {
    if (provider[name] !== undefined) {
      checkFunction(`provider.${name}`, provider[name], 'an async function, or omitted')
    }
  }
  return provider as Provider
}

function checkContainer(value: unknown): HTMLElement | string {
  if (typeof value === 'string') return value
  const shape = 'an element of the page or a selector'
  checkFunction('options.rootContainer', checkObject('options.rootContainer', value, shape).append, shape)
  return value as HTMLElement
}

function checkProtocol(value: unknown): false {
  if (value !== 1) throw new TypeError('options.protocol must be 1, or omitted for the newest version')
  return false
}
