import type { SurfaceName } from '@touchstone/contract'

export type ClientOptions = {
  /** Host of the admin gateway, and of the other two unless they are given. May have a path prefix. */
  readonly baseUrl: string
  /** Host of the statistics operation. */
  readonly openapiUrl?: string
  /** Host of the token exchange and of the widget's checks. */
  readonly authUrl?: string
  readonly mchNo: string
  readonly apiKey: string
  /** Longest wait for one attempt. Default 10 000. */
  readonly timeoutMs?: number
  /** Attempts after the first. Default 3; 0 turns retries off. */
  readonly retries?: number
  /** Longest time for a call with all its attempts and the waits between them. Default 60 000. */
  readonly totalTimeoutMs?: number
  /** Instead of the global `fetch`: for a proxy or an own connection pool. */
  readonly fetch?: typeof globalThis.fetch
  /** Instead of a real wait: for tests. Should return early when the signal is aborted. */
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** Instead of `Math.random`, from 0 to below 1: for tests. */
  readonly random?: () => number
}

export type ClientSettings = {
  /** Each without a slash at its end, ready for an operation's path. */
  readonly hosts: Readonly<Record<SurfaceName, string>>
  readonly mchNo: string
  readonly apiKey: string
  readonly timeoutMs: number
  readonly retries: number
  readonly totalTimeoutMs: number
  readonly fetch: typeof globalThis.fetch
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  readonly random: () => number
}

/** What a timer of the runtime can hold; a longer one would fire at once. */
const longestTimer = 2_147_483_647

/**
 * Checks the options once, when the client is made. The errors name the option and never its value: what fetch
 * itself would say of a bad key or URL quotes it.
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
    fetch: options.fetch ?? globalThis.fetch,
    sleep: options.sleep ?? sleep,
    random: options.random ?? Math.random,
  }
}

function host(name: string, value: string): string {
  if (!URL.canParse(value)) throw new TypeError(`${name} must be an absolute URL`)
  const url = new URL(value)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new TypeError(`${name} must begin with https:// or http://`)
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError(`${name} must have no user, password, query or fragment`)
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

function credential(name: string, value: string): string {
  // Printable ASCII without spaces: anything else cannot travel in a header, where statistics need it.
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

/** Waits; returns early, without an error, when the signal is aborted. */
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
