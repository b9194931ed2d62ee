import { type ExplorerFound, mostCountedAddresses } from '@touchstone/contract'
import { type Network, networks } from '../addresses/networks.ts'
import { parseAddress } from '../addresses/parse-address.ts'
import { formatTxHashHex, isForeignTxHash, parseTxHashHex } from '../addresses/tx-hash.ts'
import { coinById, nativeCoinOf } from '../coins/find-coin.ts'
import type { FetchCaller } from '../lookup/ensure-history.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { toHex } from '../lookup/resolve-account.ts'
import { keyOfId, knownBy, networkNames, showKnown } from './place.ts'
import { canFetchMore, countTransfers } from './view-address.ts'

/** Number of names that are listed. */
const mostNames = 10
/** Names are searched from this length on. */
const leastOfName = 2

/**
 * Returns what a text can mean: an address on the networks where it is one, a transaction in the ledger, or a name, by
 * the beginning of any of its words.
 */
export async function searchLedger(
  reader: KytReader,
  text: string,
  caller: FetchCaller,
): Promise<Pick<ExplorerFound, 'addresses' | 'transactions' | 'names'>> {
  if (reader.context.ledger.place === 'absent') return { addresses: [], transactions: [], names: [] }
  const covered = await reader.covered()
  const open = networkNames.filter((network) => covered.has(networks[network].id))
  const [addresses, transactions] = await Promise.all([
    findAddresses(reader, open, text, caller),
    findTransactions(reader, open, text),
  ])
  // An address or a hash is never part of a name, except by chance.
  const isFound = addresses.length > 0 || transactions.length > 0
  return { addresses, transactions, names: isFound ? [] : await findNames(reader, text) }
}

async function findAddresses(
  reader: KytReader,
  open: readonly Network[],
  text: string,
  caller: FetchCaller,
): Promise<ExplorerFound['addresses']> {
  const parsed = open.flatMap((network) => parseAddress(network, text) ?? [])
  const keys = parsed.map(({ network, bytes }) => ({ network: networks[network].id, address: toHex(bytes) }))
  const counted = await countTransfers(reader, keys)
  const found = await Promise.all(
    counted.map(async ({ last: _, ...one }, index) => {
      const [address, key] = [parsed[index], keys[index]]
      const account = address && key && { coin: nativeCoinOf(address.network), address, key }
      return { ...one, canFetch: account !== undefined && (await canFetchMore(reader, account, caller)) }
    }),
  )
  const known = (one: (typeof found)[number]) => one.transfers + (one.known === null ? 0 : 1)
  return found.sort((a, b) => known(b) - known(a))
}

async function findTransactions(
  reader: KytReader,
  open: readonly Network[],
  text: string,
): Promise<ExplorerFound['transactions']> {
  const found = await Promise.all(
    open.map(async (network) => {
      const tx = parseTxHashHex(network, text)
      // Other texts can name entries without a transaction, which are not searched.
      if (tx === undefined || isForeignTxHash(tx)) return []
      return (await reader.ledger.transactions(networks[network].id, [tx])).map((one) => ({
        network,
        txid: formatTxHashHex(one.tx),
        time: one.time,
        transfers: one.transfers.filter(({ fee }) => !fee).length,
        coins: [...new Set(one.transfers.map(({ coin }) => coinById(coin)?.identifier ?? ''))],
      }))
    }),
  )
  return found.flat()
}

async function findNames(reader: KytReader, text: string): Promise<ExplorerFound['names']> {
  if (text.length < leastOfName) return []
  const { ledger } = reader.context
  const names = await ledger.names(text, mostNames)
  const found = await Promise.all(
    names.map(async (name) => ({ name, ids: await ledger.named(name, '', mostCountedAddresses) })),
  )
  const firsts = found.flatMap(({ ids: [first] }) => (first === undefined ? [] : keyOfId(first)))
  const knownOf = await knownBy(reader, firsts)
  return found.flatMap(({ name, ids }) => {
    const [first] = ids
    const known = first === undefined ? null : showKnown(knownOf(keyOfId(first)))
    return known === null ? [] : { ...known, name, addresses: ids.length }
  })
}
