import { type Database, retryOnConflict } from '@touchstone/storage'
import { accountId, type LedgerStore, type LedgerTransaction, type Total } from '../ledger-store.ts'
import type { Movement } from '../movement.ts'
import { selectEdges, selectHistories, selectTotals } from './account-read-store.ts'
import { commitBatch } from './commit-batch.ts'
import { findFirstFunder } from './find-first-funder.ts'
import { makeKnown } from './gather-edges.ts'
import {
  deleteUnseenLabels,
  insertLabels,
  selectLabels,
  selectNewlyKnown,
  showLabels,
} from './label-store.ts'
import type { LedgerDb } from './ledger-db.ts'
import { newestFirst } from './newest-first.ts'
import { packBatch, readBatch } from './packed-batch.ts'
import { readTransfers } from './packed-transfers.ts'
import { readPage } from './read-page.ts'
import { retractBlocks } from './retract-blocks.ts'
import {
  deleteStaged,
  lockPiece,
  markCommitted,
  selectFacts,
  selectOpenPieces,
  sumFresh,
  upsertFacts,
  upsertPiece,
} from './staged-store.ts'
import { lockLedger, raiseVersion, selectPrices, selectState, upsertPrices } from './state-store.ts'
import { identifierOf, referenceOf, transactionId } from './transaction-id.ts'
import { selectReferenced, selectTransactions, type TransactionRow } from './transaction-store.ts'

/** An embedded store answers nobody while it puts a piece in: a tenth of a second at most. */
const embeddedPiece = 1000
const serverPiece = 10_000

/** Addresses that become known in one transaction. */
const knownAtOnce = 500

/** The ledger in PostgreSQL, embedded or on a server; its tables are there. */
export function openPackedLedger(database: Database): LedgerStore {
  const db: LedgerDb = database.tables<unknown>()
  const change = async <Result>(how: 'shared' | 'alone', work: (db: LedgerDb) => Promise<Result>) =>
    await retryOnConflict(() =>
      db.transaction().execute(async (transaction) => {
        await lockLedger(transaction, how)
        const result = await work(transaction)
        await raiseVersion(transaction)
        return result
      }),
    )
  return {
    pieceTransfers: database.engine === 'embedded' ? embeddedPiece : serverPiece,
    id: async () => (await selectState(db)).id,
    version: async () => (await selectState(db)).version,
    ping: () => database.ping(),

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
    async page(key, of) {
      const address = accountId(key)
      const [totals = []] = (await selectTotals(db, [address])).values()
      const own = totals.find(({ coin }) => coin === of.coin)
      const isAll = own !== undefined && of.from <= own.firstSeen && of.to >= own.lastSeen
      return await readPage(db, { ...of, address, total: isAll ? transactionsOf(own, of.kinds) : undefined })
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

    async stage(piece, transactions) {
      const rows = transactions.reduce((sum, { transfers }) => sum + transfers.length, 0)
      await upsertPiece(db, piece, await packBatch(transactions), rows)
    },
    staged: (importId) => selectOpenPieces(db, importId),
    commit: (piece) =>
      change('shared', async (transaction) => {
        const found = await lockPiece(transaction, piece)
        if (found === undefined) throw new RangeError('there is no such piece of an import')
        if (found.bytes === undefined) return found.fresh
        const fresh = await commitBatch(transaction, await readBatch(found.bytes))
        await markCommitted(transaction, piece, fresh)
        return fresh
      }),
    freshOf: (importId) => sumFresh(db, importId),
    tellFacts: async (importId, facts) => {
      if (facts.length > 0) await upsertFacts(db, importId, facts)
    },
    askFacts: async (importId, keys) => (keys.size === 0 ? new Map() : await selectFacts(db, importId, keys)),
    dropStaged: (importId) => deleteStaged(db, importId),
    retract: (blocks) => change('alone', (transaction) => retractBlocks(transaction, blocks)),

    stageLabels: (revision, labels) => insertLabels(db, revision, labels),
    async commitLabels(revision, onProgress) {
      // Edges to an address that nobody sees a label of do no harm: they may come in piece by piece.
      for (let done = 0, left = true; left; ) {
        left = await change('alone', async (transaction) => {
          const addresses = await selectNewlyKnown(transaction, revision, knownAtOnce)
          if (addresses.length > 0) await makeKnown(transaction, addresses)
          done += addresses.length
          return addresses.length === knownAtOnce
        })
        onProgress?.(done)
      }
      return await change('alone', (transaction) => showLabels(transaction, revision))
    },
    dropLabels: (revision) => deleteUnseenLabels(db, revision),
    putPrices: (prices) => change('shared', (transaction) => upsertPrices(transaction, prices)),
  }
}

function transactionsOf(total: Total, kinds: readonly ('in' | 'out')[]): number {
  if (kinds.includes('in') && kinds.includes('out')) return total.txs
  return kinds.includes('in') ? total.receivedTxs : kinds.includes('out') ? total.spentTxs : 0
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
