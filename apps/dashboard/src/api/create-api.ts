import type { csrfHeader, dashboardApiPath, FrameError } from '@touchstone/contract'
import { ApiError } from './api-error.ts'

export type Api = {
  get<Answer>(path: string, signal?: AbortSignal): Promise<Answer>
  post<Answer>(path: string, body?: object, signal?: AbortSignal): Promise<Answer>
  /** Requests a file that the server generates. */
  download(path: string, body: object): Promise<Blob>
  /** Sets the CSRF token that is sent with every call that changes data. */
  useToken(csrfToken: string): void
}

/** Duplicated here because an import from the contract would add the contract's schemas to the bundle. */
const base: typeof dashboardApiPath = '/dashboard/api'
const tokenHeader: typeof csrfHeader = 'x-csrf-token'
const patienceMs = 60_000

export function createApi(send: typeof fetch = globalThis.fetch.bind(globalThis)): Api {
  let token = ''

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
      throw new ApiError(0, { code: 'offline', message: '', remedy: '' })
    })
    if (answer.ok) return answer
    const content: unknown = await answer.json().catch(() => undefined)
    throw new ApiError(answer.status, isRefusal(content) ? content.error : unreadable)
  }

  return {
    get: async (path, signal) => (await call('GET', path, undefined, signal)).json(),
    post: async (path, body, signal) => (await call('POST', path, body, signal)).json(),
    download: async (path, body) => (await call('POST', path, body, undefined)).blob(),
    useToken(csrfToken) {
      token = csrfToken
    },
  }
}

/** A proxy in front of the server can respond in its own format. */
const unreadable = { code: 'system', message: '', remedy: '' }

function isRefusal(content: unknown): content is FrameError {
  const error = (content as Partial<FrameError> | null | undefined)?.error
  return typeof error === 'object' && error !== null && typeof error.code === 'string'
}
