import { accountId, type LedgerReads, type LedgerTransaction, type Total } from '../ledger-store.ts'
import type { Movement } from '../movement.ts'
import { selectEdges, selectHistories, selectTotals } from './account-read-store.ts'
import { changesSince } from './changes-since.ts'
import { findFirstFunder } from './find-first-funder.ts'
import { selectLabels } from './label-store.ts'
import type { LedgerDb } from './ledger-db.ts'
import { newestFirst } from './newest-first.ts'
import { readTransfers } from './packed-transfers.ts'
import { readPage } from './read-page.ts'
import { selectPrices, selectVersions } from './state-store.ts'
import { identifierOf, referenceOf, transactionId } from './transaction-id.ts'
import { selectReferenced, selectTransactions, type TransactionRow } from './transaction-store.ts'

/** What can be asked of a packed ledger, of the newest state or inside a transaction. */
export function packedReads(db: LedgerDb): LedgerReads {
  return {
    versions: () => selectVersions(db),
    changesSince: (versions) => changesSince(db, versions),
    totals: (keys) => selectTotals(db, keys.map(accountId)),
    edges: (keys) => selectEdges(db, keys.map(accountId)),
    labels: (keys) => selectLabels(db, keys.map(accountId)),
    prices: (coins) => selectPrices(db, coins),
    histories: (keys, most) => selectHistories(db, keys.map(accountId), most),
    async newest({ key, ...window }, most) {
      const found: Movement[] = []
      for await (const some of newestFirst(db, { ...window, address: accountId(key) })) {
        found.push(...some)
        if (found.length >= most) break
      }
      return found
    },
    async page(key, of, signal) {
      const address = accountId(key)
      const [totals = []] = (await selectTotals(db, [address])).values()
      const own = totals.find(({ coin }) => coin === of.coin)
      // Nothing to look for, however far away the page is.
      if (own === undefined || of.offset >= own.txs) {
        const none = { movements: [], transactions: 0 }
        if (own === undefined) return { ...none, total: 0 }
        const { total } = await readPage(
          db,
          { ...of, offset: 0, limit: 0, address, total: wholeOf(own, of) },
          signal,
        )
        return { ...none, total }
      }
      return await readPage(db, { ...of, address, total: wholeOf(own, of) }, signal)
    },
    firstFunder: (key, coin) => findFirstFunder(db, { account: accountId(key), coin }),
    async transactions(network, txs) {
      const identifiers = txs.map((tx) => identifierOf(network, tx))
      const asked = new Set(identifiers.map((identifier) => identifier.toString('hex')))
      const rows = await selectTransactions(db, identifiers.map(transactionId))
      return rows.filter(({ identifier }) => asked.has(identifier.toString('hex'))).map(toTransaction)
    },
    async referenced(network, references) {
      const rows = await selectReferenced(db, references)
      return rows.filter(({ identifier }) => identifier[0] === network).map(toTransaction)
    },
  }
}

/** How many transactions a window has that reaches over everything; of another one they must be counted. */
function wholeOf(
  total: Total,
  of: { from: number; to: number; kinds: readonly ('in' | 'out')[] },
): number | undefined {
  if (of.from > total.firstSeen || of.to < total.lastSeen) return undefined
  if (of.kinds.includes('in') && of.kinds.includes('out')) return total.txs
  return of.kinds.includes('in') ? total.receivedTxs : of.kinds.includes('out') ? total.spentTxs : 0
}

function toTransaction({ id, identifier, block, time, rows }: TransactionRow): LedgerTransaction {
  return {
    network: identifier[0] ?? 0,
    tx: identifier.toString('hex', 1),
    reference: referenceOf(id),
    block,
    time,
    transfers: readTransfers(rows),
  }
}
