import type { csrfHeader, dashboardApiPath, FrameError } from '@touchstone/contract'
import { ApiError } from './api-error.ts'

export type Api = {
  get<Answer>(path: string, signal?: AbortSignal): Promise<Answer>
  post<Answer>(path: string, body?: object, signal?: AbortSignal): Promise<Answer>
  /** Requests a file that the server generates. */
  download(path: string, body: object): Promise<Blob>
  /** Sets the CSRF token that is sent with every call that changes data. */
  useToken(csrfToken: string): void
  /** Calls the listener when the server reports that the session is over. Returns a function that removes it. */
  onSessionOver(listener: () => void): () => void
}

/** Duplicated here because an import from the contract would add the contract's schemas to the bundle. */
const base: typeof dashboardApiPath = '/dashboard/api'
const tokenHeader: typeof csrfHeader = 'x-csrf-token'
const patienceMs = 60_000

export function createApi(send: typeof fetch = globalThis.fetch.bind(globalThis)): Api {
  let token = ''
  const listeners = new Set<() => void>()

  async function call(
    method: 'GET' | 'POST',
    path: string,
    body: object | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Response> {
    const timeout = AbortSignal.timeout(patienceMs)
    const answer = await send(`${base}${path}`, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(method === 'POST' && {
        headers: { [tokenHeader]: token, 'content-type': 'application/json' },
        body: JSON.stringify(body ?? {}),
      }),
    }).catch((cause: unknown) => {
      if (signal?.aborted) throw cause
      throw unreachable()
    })
    if (answer.ok) return answer
    const content: unknown = await answer.json().catch(() => undefined)
    const refusal = isRefusal(content) ? content.error : unreadable
    // The listeners read the session again, so a refusal of this call must not notify them.
    if (refusal.code === 'session.over' && path !== '/session') for (const listener of listeners) listener()
    throw new ApiError(answer.status, refusal)
  }

  return {
    get: async (path, signal) => (await call('GET', path, undefined, signal)).json(),
    post: async (path, body, signal) => (await call('POST', path, body, signal)).json(),
    download: async (path, body) => (await call('POST', path, body, undefined)).blob(),
    useToken(csrfToken) {
      token = csrfToken
    },
    onSessionOver(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The device has no network, or the server does not respond. */
export function unreachable(): ApiError {
  const isOffline = globalThis.navigator?.onLine === false
  return new ApiError(0, { code: isOffline ? 'offline' : 'unreachable', message: '', remedy: '' })
}

/** A proxy in front of the server can respond in its own format. */
const unreadable = { code: 'system', message: '', remedy: '' }

function isRefusal(content: unknown): content is FrameError {
  const error = (content as Partial<FrameError> | null | undefined)?.error
  return typeof error === 'object' && error !== null && typeof error.code === 'string'
}
