import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Tracer, TraceScope } from '@touchstone/common'

type Request = { origin?: string; method?: string }
type Message = { request?: Request; response?: { statusCode?: number } }

/**
 * Reports the requests that this process sends with `fetch`: to sources of histories, nodes of chains and receivers of
 * webhooks. Only the host, the method and the status are reported, because paths contain addresses.
 */
export function traceFetch(tracer: Tracer): () => void {
  if (!tracer.isOn) return () => {}
  const sent = new WeakMap<object, { scope: TraceScope; at: number; status?: number }>()
  const create = (message: unknown) => {
    const { request } = message as Message
    const scope = tracer.scope()
    if (request !== undefined && scope !== undefined) sent.set(request, { scope, at: performance.now() })
  }
  const headers = (message: unknown) => {
    const { request, response } = message as Message
    const found = request && sent.get(request)
    if (found && response?.statusCode !== undefined) found.status = response.statusCode
  }
  const end = (message: unknown) => {
    const { request } = message as Message
    const found = request && sent.get(request)
    if (!request || !found) return
    sent.delete(request)
    const { scope, at, status } = found
    const { method = 'GET', origin = '' } = request
    const host = URL.canParse(origin) ? new URL(origin).host : 'unknown'
    tracer.within(scope, () =>
      tracer.ended({
        ...{ name: `${method} ${host}`, kind: 'client', ms: performance.now() - at },
        isError: status === undefined || status >= 400,
        attributes: {
          ...{ 'http.request.method': method, 'server.address': host },
          ...(status !== undefined && { 'http.response.status_code': status }),
        },
      }),
    )
  }
  const listeners = [
    ['undici:request:create', create],
    ['undici:request:headers', headers],
    ['undici:request:trailers', end],
    ['undici:request:error', end],
  ] as const
  for (const [name, listen] of listeners) subscribe(name, listen)
  return () => {
    for (const [name, listen] of listeners) unsubscribe(name, listen)
  }
}
