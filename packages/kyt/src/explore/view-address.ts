import type { ExplorerAddressView, ExplorerName } from '@touchstone/contract'
import { type Network, networks } from '../addresses/networks.ts'
import { coinById } from '../coins/find-coin.ts'
import { fetchLimitsOf } from '../fetch/fetch-plan.ts'
import { type AccountKey, accountId } from '../ledger/ledger-store.ts'
import { ensureHistory, type FetchCaller, isFetchDue } from '../lookup/ensure-history.ts'
import { inOrder, knownAs } from '../lookup/known-as.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { exactDecimal } from '../lookup/numbers.ts'
import type { Account } from '../lookup/resolve-account.ts'
import { describeAddressCoverage } from '../operations/get-risk-score.ts'
import { describeAddresses, keyOfId, networkNames, resolveAddress, showKnown } from './place.ts'

type Query = { network?: string; coin?: string; address: string }

/** Returns an address in all coins of its network: activity, labels, coverage, and the same key elsewhere. */
export async function viewAddress(
  reader: KytReader,
  query: Query,
  caller: FetchCaller,
): Promise<ExplorerAddressView> {
  const account = await resolveAddress(reader, query)
  const { key, coin, address } = account
  const [totals, labels, coverage, canFetch, elsewhere] = await Promise.all([
    reader.totals(key),
    reader.labels(key),
    describeAddressCoverage(reader, { coin: coin.identifier, address: address.text }),
    canFetchMore(reader, account, caller),
    findElsewhere(reader, account),
  ])
  const coins = totals
    .map((total) => {
      const { received, spent, fees, receivedTransfers, spentTransfers, firstSeen, lastSeen } = total
      const { identifier = '', decimals = 0 } = coinById(total.coin) ?? {}
      return {
        coin: identifier,
        balance: exactDecimal(received - spent - fees, decimals),
        received: exactDecimal(received, decimals),
        sent: exactDecimal(spent + fees, decimals),
        receivedTransfers,
        sentTransfers: spentTransfers,
        first: firstSeen,
        last: lastSeen,
      }
    })
    .sort((a, b) => transfersIn(b) - transfersIn(a))
  return {
    network: coin.network,
    address: address.text,
    known: showKnown(knownAs(labels)),
    labels: inOrder(labels).map(({ entity, label, category, source, version }) => ({
      name: entity !== '' && label !== '' && entity !== label ? `${entity}: ${label}` : entity || label,
      ...{ category, source, version },
    })),
    state: coverage.state,
    coverage,
    canFetch,
    coin: coins[0]?.coin ?? coin.identifier,
    coins,
    elsewhere,
  }
}

const transfersIn = (of: { receivedTransfers: number; sentTransfers: number }) =>
  of.receivedTransfers + of.sentTransfers

/** Fetches more of an address's history within the limits of the policy, and returns the address. */
export async function fetchMore(
  reader: KytReader,
  query: Query,
  caller: FetchCaller,
): Promise<ExplorerAddressView> {
  const account = await resolveAddress(reader, query)
  if (await canFetchMore(reader, account, caller)) await ensureHistory(reader, account, caller)
  return await viewAddress(reader, query, caller)
}

export async function canFetchMore(
  reader: KytReader,
  account: Account,
  { owner }: FetchCaller,
): Promise<boolean> {
  const policy = await reader.policyOf(owner)
  if (fetchLimitsOf(reader.context, policy).mode === 'never') return false
  return await isFetchDue(reader, account, policy.budget.transfers_of_one)
}

/** The networks on which the same key has the same address. */
const evmNetworks = networkNames.filter((name) => networks[name].family === 'evm')

/** Returns the other EVM networks on which the same key has transfers or a label. */
async function findElsewhere(
  reader: KytReader,
  { coin, key }: Account,
): Promise<ExplorerAddressView['elsewhere']> {
  if (networks[coin.network].family !== 'evm') return []
  const keys = evmNetworks
    .filter((name: Network) => name !== coin.network)
    .map((name) => ({ network: networks[name].id, address: key.address }))
  return (await countTransfers(reader, keys)).filter(
    ({ transfers, known }) => transfers > 0 || known !== null,
  )
}

/** Returns addresses with their numbers of transfers. */
export async function countTransfers(reader: KytReader, keys: readonly AccountKey[]) {
  const counted = (await reader.totalsOf(keys)).map((own) => ({
    transfers: own.reduce((sum, one) => sum + one.receivedTransfers + one.spentTransfers, 0),
    last: own.reduce((last, { lastSeen }) => Math.max(last, lastSeen), 0),
  }))
  const seen = new Set(keys.flatMap((key, index) => (counted[index]?.transfers ? accountId(key) : [])))
  const describe = await describeAddresses(reader, keys, (key) => seen.has(accountId(key)))
  return keys.map((key, index) => ({ ...describe(key), ...(counted[index] ?? { transfers: 0, last: 0 }) }))
}

/** Number of addresses of a name on a page. */
const namedOnPage = 50

/** Returns a page of the addresses with a name. */
export async function viewName(
  reader: KytReader,
  { name, after = '' }: { name: string; after?: string },
): Promise<ExplorerName> {
  const ids = await reader.context.ledger.named(name, after, namedOnPage + 1)
  const keys = ids.slice(0, namedOnPage).map(keyOfId)
  const addresses = (await countTransfers(reader, keys)).map(({ last: _, ...one }) => one)
  const last = keys.at(-1)
  return { name, addresses, next: ids.length > namedOnPage && last !== undefined ? accountId(last) : null }
}
