import type { AptosKeySource } from './login-check.ts'

/** The chain IDs that the nodes of each network report. */
const networks: Readonly<Record<string, { number: string; publicNode: string }>> = {
  'aptos-1': { number: '1', publicNode: 'https://api.mainnet.aptoslabs.com/v1' },
  'aptos-2': { number: '2', publicNode: 'https://api.testnet.aptoslabs.com/v1' },
}

/** The ids of the Aptos networks. */
export const aptosNetworks: readonly string[] = Object.keys(networks)

/**
 * Returns a function that asks nodes for the authentication key of an Aptos account. If several nodes are
 * configured for a network, all nodes that respond must agree, and at least two must respond. The nodes learn
 * the addresses of accounts that log in.
 */
export function openAptosKeys(options: {
  /** The URLs of REST APIs (`https://node.example/v1`) by network, or `public` for the public node. */
  readonly nodes: ReadonlyMap<string, readonly string[] | 'public'>
  readonly timeoutMs?: number
  readonly fetch?: typeof globalThis.fetch
}): AptosKeySource {
  const { nodes, timeoutMs = 5000, fetch = globalThis.fetch } = options
  return async (chainId, address) => {
    const network = networks[chainId]
    const configured = nodes.get(chainId)
    if (!network || configured === undefined) return undefined
    const urls = configured === 'public' ? [network.publicNode] : configured
    const asked = urls.map((url) => askNode({ url, number: network.number, address, timeoutMs, fetch }))
    const keys = (await Promise.allSettled(asked)).flatMap((result) =>
      result.status === 'fulfilled' ? [result.value] : [],
    )
    const [key] = keys
    if (key === undefined || keys.length < Math.min(2, urls.length) || new Set(keys).size > 1)
      throw new Error('the Aptos nodes did not respond or do not agree')
    return key
  }
}

async function askNode(of: {
  url: string
  number: string
  address: string
  timeoutMs: number
  fetch: typeof globalThis.fetch
}): Promise<string> {
  const { url, number, address, timeoutMs, fetch } = of
  // Uses a view function instead of GET /accounts/<address>, because proxies and nodes log URLs.
  const response = await fetch(`${url.replace(/\/$/, '')}/view`, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({
      function: '0x1::account::get_authentication_key',
      type_arguments: [],
      arguments: [address],
    }),
  })
  if (response.headers.get('x-aptos-chain-id') !== number) throw new Error('the node serves another network')
  const body = (await response.json()) as unknown[] & { message?: unknown }
  // An account that has never been used might not exist on the chain. Its authentication key is then its
  // address.
  if (response.status === 400 && /\bEACCOUNT_DOES_NOT_EXIST\b/.test(String(body.message))) return address
  const key = String(body[0]).toLowerCase()
  if (response.status !== 200 || !/^0x[0-9a-f]{64}$/.test(key)) throw new Error('the node returned no key')
  return key
}
