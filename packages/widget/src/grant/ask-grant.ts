/** Problem with a grant: there is no grant, or a grant may exist but could not be checked. */
export class GrantError extends Error {
  override readonly name = 'GrantError'
  readonly code: 'grant.unreachable' | 'grant.refused' | 'grant.missing'

  constructor(code: GrantError['code'], message: string) {
    super(message)
    this.code = code
  }
}

const success = 80000000
const timeLimitMs = 10_000
const defaultWaits = [500, 1000, 2000]

/**
 * Calls one of the two public checks and returns the `data` of the response. Retries a few times if the
 * connection fails or the service is busy or starting. A refusal is not retried.
 */
export async function askGrant(
  url: string,
  body: Record<string, string | undefined>,
  { signal, waitsMs = defaultWaits }: { signal?: AbortSignal; waitsMs?: readonly number[] } = {},
): Promise<unknown> {
  for (const wait of [...waitsMs, undefined]) {
    const answer = await post(url, JSON.stringify(body), signal)
    if (answer) return answer.data
    signal?.throwIfAborted()
    if (wait !== undefined) await new Promise((resolve) => setTimeout(resolve, wait))
    signal?.throwIfAborted()
  }
  throw new GrantError('grant.unreachable', 'The service could not be reached to check the grant')
}

/** Makes one attempt. Returns undefined if a retry can succeed. */
async function post(url: string, body: string, signal?: AbortSignal): Promise<{ data: unknown } | undefined> {
  const limit = new AbortController()
  const abort = () => limit.abort()
  const timer = setTimeout(abort, timeLimitMs)
  signal?.addEventListener('abort', abort)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      credentials: 'omit',
      signal: limit.signal,
    })
    if (response.status === 429 || response.status >= 500) return undefined
    const envelope: unknown = await response.json()
    const { code, data, msg } = (envelope ?? {}) as { code?: unknown; data?: unknown; msg?: unknown }
    if (code === success) return { data }
    throw new GrantError('grant.refused', `The service refused to check the grant: ${String(msg ?? code)}`)
  } catch (error) {
    if (error instanceof GrantError) throw error
    return undefined
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}
