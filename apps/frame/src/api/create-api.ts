import type { FrameError, FrameView, frameApiPath } from '@touchstone/contract'
import { ApiError } from './api-error.ts'

export type Answer<Extra = object> = { view: FrameView } & Extra

/** Reports a lost connection and decides when to retry. */
export type Connection = {
  lost(attempt: number): Promise<void>
  back(): void
}

export type Api = {
  get<Extra = object>(path: string): Promise<Answer<Extra>>
  post<Extra = object>(path: string, body: object | FormData): Promise<Answer<Extra>>
}

/** Duplicated here because an import from the contract would add the contract's schemas to the bundle. */
const base: typeof frameApiPath = '/frame/api'
const patienceMs = 120_000
/** Status codes that a proxy returns when its server is unavailable. */
const gateways = new Set([502, 503, 504])

/**
 * Calls the server. After a network failure, a call is repeated until the server responds, so that the
 * person's input is never lost. Every endpoint accepts repeated calls.
 */
export function createApi(options: {
  bearer: () => string | undefined
  connection: Connection
  fetch?: typeof fetch
}): Api {
  const { bearer, connection } = options
  const send = options.fetch ?? globalThis.fetch.bind(globalThis)

  async function call<Extra>(
    method: 'GET' | 'POST',
    path: string,
    body?: object | FormData,
  ): Promise<Answer<Extra>> {
    for (let attempt = 0; ; attempt++) {
      const received = await once(method, path, body).catch(() => undefined)
      if (received === undefined) await connection.lost(attempt)
      else {
        if (attempt > 0) connection.back()
        if ('error' in received) throw new ApiError(received)
        return received as Answer<Extra>
      }
    }
  }

  /** Returns undefined if the server did not respond. */
  async function once(
    method: string,
    path: string,
    body: object | FormData | undefined,
  ): Promise<Answer | (FrameError & { view?: FrameView }) | undefined> {
    const headers: Record<string, string> = {}
    const secret = bearer()
    if (secret !== undefined) headers.authorization = `Bearer ${secret}`
    if (body !== undefined && !(body instanceof FormData)) headers['content-type'] = 'application/json'
    const answer = await send(`${base}${path}`, {
      method,
      headers,
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(patienceMs),
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    const content: unknown = await answer.json().catch(() => undefined)
    if (answer.ok && hasView(content)) return content
    // A server that is starting counts as unavailable.
    if (!answer.ok && isRefusal(content)) return content.error.code === 'not-ready' ? undefined : content
    if (gateways.has(answer.status)) return undefined
    return { error: { code: 'system', message: '', remedy: '', retryable: true } }
  }

  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
  }
}

function hasView(content: unknown): content is Answer {
  return typeof content === 'object' && content !== null && 'view' in content
}

function isRefusal(content: unknown): content is FrameError {
  const error = (content as Partial<FrameError> | null | undefined)?.error
  return typeof error === 'object' && error !== null && typeof error.code === 'string'
}
