import type { SurfaceName } from '@touchstone/contract'

/** Options of `createClient`. */
export type ClientOptions = {
  /**
   * Base URL of the admin gateway. It can have a path prefix and is the default for the other two base URLs.
   */
  readonly baseUrl: string
  /** Base URL for the statistics operation. */
  readonly openapiUrl?: string
  /** Base URL for the token exchange and the widget checks. */
  readonly authUrl?: string
  readonly mchNo: string
  readonly apiKey: string
  /** Timeout of one attempt in milliseconds. Default 10 000. */
  readonly timeoutMs?: number
  /** Maximum number of attempts after the first one. The default is 3, and 0 turns retries off. */
  readonly retries?: number
  /** Timeout of a call in milliseconds, including all attempts and waits. Default 60 000. */
  readonly totalTimeoutMs?: number
  /**
   * Whether `checkGrant` reports the grants of test programs. The default is false: a test grant is then
   * reported as no grant. Set it only in a test environment.
   */
  readonly allowTest?: boolean
  /** Replaces the global `fetch`, for a proxy or a separate connection pool. */
  readonly fetch?: typeof globalThis.fetch
  /** In tests, replaces the real wait between attempts. Must return early when the signal is aborted. */
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** Replaces `Math.random` in tests. Returns a number that is at least 0 and less than 1. */
  readonly random?: () => number
}

/** Validated options with defaults applied. */
export type ClientSettings = {
  /** Base URLs without a trailing slash. */
  readonly hosts: Readonly<Record<SurfaceName, string>>
  readonly mchNo: string
  readonly apiKey: string
  readonly timeoutMs: number
  readonly retries: number
  readonly totalTimeoutMs: number
  readonly allowTest: boolean
  readonly fetch: typeof globalThis.fetch
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  readonly random: () => number
}

/** Maximum delay of a timer in milliseconds. A timer with a longer delay would fire immediately. */
const longestTimer = 2_147_483_647

/**
 * Validates the options when the client is created. An error names the option but does not contain its value.
 * Without this validation, errors from `fetch` would quote an invalid key or URL.
 */
export function readClientOptions(options: ClientOptions): ClientSettings {
  const base = host('baseUrl', options.baseUrl)
  return {
    hosts: {
      'admin-gateway': base,
      openapi: options.openapiUrl === undefined ? base : host('openapiUrl', options.openapiUrl),
      auth: options.authUrl === undefined ? base : host('authUrl', options.authUrl),
    },
    mchNo: credential('mchNo', options.mchNo),
    apiKey: credential('apiKey', options.apiKey),
    timeoutMs: whole('timeoutMs', options.timeoutMs ?? 10_000, 1),
    retries: whole('retries', options.retries ?? 3, 0),
    totalTimeoutMs: whole('totalTimeoutMs', options.totalTimeoutMs ?? 60_000, 1),
    allowTest: options.allowTest === true,
    fetch: options.fetch ?? globalThis.fetch,
    sleep: options.sleep ?? sleep,
    random: options.random ?? Math.random,
  }
}

function host(name: string, value: string): string {
  if (!URL.canParse(value)) throw new TypeError(`${name} must be an absolute URL`)
  const url = new URL(value)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new TypeError(`${name} must start with https:// or http://`)
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError(`${name} must not contain a user, password, query or fragment`)
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

function credential(name: string, value: string): string {
  // Printable ASCII without spaces. Other characters are not allowed in the headers that the statistics
  // operation uses.
  if (typeof value !== 'string' || !/^[!-~]+$/.test(value)) {
    throw new TypeError(`${name} must be a string of printable characters without spaces`)
  }
  return value
}

function whole(name: string, value: number, least: number): number {
  if (!Number.isInteger(value) || value < least || value > longestTimer) {
    throw new RangeError(`${name} must be a whole number from ${least} to ${longestTimer}`)
  }
  return value
}

/** Waits for the given time. Returns early, without an error, when the signal is aborted. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const finish = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, milliseconds)
    signal?.addEventListener('abort', finish)
  })
}
