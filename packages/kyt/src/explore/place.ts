import { type ExplorerAddress, type ExplorerKnown, ServiceError } from '@touchstone/contract'
import { type Network, networks } from '../addresses/networks.ts'
import { formatAddress, parseAddress } from '../addresses/parse-address.ts'
import { nativeCoinOf } from '../coins/find-coin.ts'
import { categoryFacts } from '../labels/categories.ts'
import { type AccountKey, accountId } from '../ledger/ledger-store.ts'
import { describeFetched } from '../lookup/fetched-coverage.ts'
import type { KnownAs } from '../lookup/known-as.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { describeCoverage } from '../lookup/network-coverage.ts'
import { type Account, fromHex, resolveCoin, toHex } from '../lookup/resolve-account.ts'
import { requireCovered } from '../lookup/resolve-covered.ts'

const byId = new Map(Object.entries(networks).map(([name, { id }]) => [id as number, name as Network]))

export const networkNames = [...byId.values()]

export function networkById(id: number): Network {
  const name = byId.get(id)
  if (name === undefined) throw new RangeError(`${id} is not a network`)
  return name
}

const isNetwork = (text: string): text is Network => Object.hasOwn(networks, text)

/** Returns a network given by its name or by one of its coins. */
export function networkOf({ network, coin }: { network?: string; coin?: string }): Network {
  const found = network === undefined ? resolveCoin(coin ?? '').network : network
  if (!isNetwork(found)) throw new ServiceError('parameter', { detail: 'network is not a known network' })
  return found
}

/**
 * Returns an address on a network. Throws if it is not a valid address there, or if the ledger has no data of
 * the network.
 */
export async function resolveAddress(
  reader: KytReader,
  query: { network?: string; coin?: string; address: string },
): Promise<Account> {
  const network = networkOf(query)
  const address = parseAddress(network, query.address)
  if (address === undefined) throw new ServiceError('invalidAddress')
  const coin = nativeCoinOf(network)
  await requireCovered(reader, coin)
  return { coin, address, key: { network: networks[network].id, address: toHex(address.bytes) } }
}

export function showKnown(known: KnownAs | undefined): ExplorerKnown | null {
  if (known === undefined) return null
  const { name, category } = known
  return { name, category, class: categoryFacts[category].riskClass }
}

/** Returns how addresses are shown: what they are known as, and how much of their history the ledger contains. */
export async function describeAddresses(
  reader: KytReader,
  keys: readonly AccountKey[],
  isSeen: (key: AccountKey) => boolean = () => true,
): Promise<(key: AccountKey) => ExplorerAddress> {
  const unique = [...new Map(keys.map((key) => [accountId(key), key])).values()]
  const ids = [...new Set(unique.map(({ network }) => network))]
  const [knownOf, histories, coverages] = await Promise.all([
    knownBy(reader, unique),
    reader.fetched(unique),
    Promise.all(ids.map((id) => reader.coverage(id))),
  ])
  const now = Math.floor(reader.context.clock.now() / 1000)
  const historyOf = new Map(unique.map((key, index) => [accountId(key), histories[index]]))
  const coverageOf = new Map(ids.map((id, index) => [id, coverages[index]]))
  const stateOf = (key: AccountKey): ExplorerAddress['state'] => {
    const ofKey = { isSeen: isSeen(key), now }
    const { state } = describeCoverage(coverageOf.get(key.network), ofKey)
    const history = historyOf.get(accountId(key))
    if (state === 'complete' || history === undefined) return state
    return describeFetched(history, { ...ofKey, from: undefined, unread: nothingUnread }).state
  }
  return (key) => {
    const network = networkById(key.network)
    return {
      network,
      address: key.address === '' ? '' : formatAddress(network, fromHex(key.address)),
      known: showKnown(knownOf(key)),
      state: stateOf(key),
    }
  }
}

const nothingUnread = { addresses: 0, because: undefined, lacks: [] }

/** Looks up what addresses are known as. The key of the result is the `accountId`. */
export async function knownBy(
  reader: KytReader,
  keys: readonly AccountKey[],
): Promise<(key: AccountKey) => KnownAs | undefined> {
  const unique = [
    ...new Map(keys.flatMap((key) => (key.address === '' ? [] : [[accountId(key), key]]))).values(),
  ]
  const known = await reader.known(unique)
  const found = new Map(unique.map((key, index) => [accountId(key), known[index]]))
  return (key) => found.get(accountId(key))
}

/** Returns the key that an `accountId` identifies. */
export const keyOfId = (id: string): AccountKey => ({
  network: Number.parseInt(id.slice(0, 2), 16),
  address: id.slice(2),
})
