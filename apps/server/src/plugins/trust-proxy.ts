import type { TrustedProxies } from '@touchstone/runtime'

type Trust = false | string[] | ((address: string, hop: number) => boolean)

/**
 * The setting as the server takes it. Fastify believes nobody when it is given a number, because a client that reaches the
 * port itself could write as many entries as it likes; the docs say that a number needs a port that only the proxy reaches.
 */
export function trustProxy(proxies: TrustedProxies): Trust {
  if (proxies === 'off') return false
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies
  return [...proxies]
}
