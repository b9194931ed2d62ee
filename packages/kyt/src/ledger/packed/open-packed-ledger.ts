import {
  type Database,
  type Migrations,
  migrate,
  pendingMigrations,
  retryOnConflict,
} from '@touchstone/storage'
import { accountId, type LedgerStore, type Versions } from '../ledger-store.ts'
import { addCoverage, trimCoverage } from './covered/covered-store.ts'
import {
  markFetched,
  selectHasFetched,
  selectRetractions,
  trimHistories,
  upsertHistory,
} from './histories/history-store.ts'
import { commitBatch } from './imports/commit-batch.ts'
import { retractBlocks } from './imports/retract-blocks.ts'
import {
  deleteStaged,
  lockPiece,
  markCommitted,
  selectFacts,
  selectOpenPieces,
  sumFresh,
  upsertFacts,
  upsertPiece,
} from './imports/staged-store.ts'
import { markKnown } from './labels/gather-edges.ts'
import {
  deleteUnseenLabels,
  insertLabels,
  selectNewlyKnown,
  selectRelabelled,
  showLabels,
} from './labels/label-store.ts'
import type { LedgerDb } from './ledger-db.ts'
import { ledger } from './migrations/0001-ledger.ts'
import { coverage } from './migrations/0002-coverage.ts'
import { histories } from './migrations/0003-histories.ts'
import { names } from './migrations/0004-names.ts'
import { nameWords } from './migrations/0005-name-words.ts'
import { packedReads } from './packed-reads.ts'
import { packPiece, readBatch } from './packing/packed-batch.ts'
import { isWorthRebuilding, minRebuildTransfers, rebuildLedger } from './rebuild/rebuild-ledger.ts'
import { dropNextTables, markAllCommitted, swapTables } from './rebuild/rebuild-store.ts'
import { clearAll, lockLedger, selectId, selectPricedCoins, upsertPrices } from './state-store.ts'
import { touchedCoverage, touchedEdges } from './versions/changes-since.ts'
import { raiseVersion, selectVersions } from './versions/version-store.ts'

/** The migrations of the ledger, which are separate from those of the main database. */
export const ledgerMigrations: Migrations = {
  '0001-ledger': ledger,
  '0002-ledger-coverage': coverage,
  '0003-ledger-histories': histories,
  '0004-ledger-names': names,
  '0005-ledger-name-words': nameWords,
}

/** Creates or migrates the ledger's tables. With `to`, stops after the migration of that name. */
export async function migratePackedLedger(database: Database, to?: string): Promise<string[]> {
  return await migrate({
    ...{ database, migrations: ledgerMigrations, schema: 'ledger' },
    ...(to !== undefined && { to }),
  })
}

/**
 * The name that a process claims while it replaces the ledger's tables. A backup claims it, too, so that no
 * table is replaced while it is being read.
 */
export const rebuildClaim = 'ledger-rebuild'

/**
 * Number of transfers per piece. An embedded store blocks other queries while it commits a piece. At this
 * size, a commit takes at most a tenth of a second.
 */
const embeddedPiece = 1000
const serverPiece = 10_000

/**
 * Time limit for one query on a server. Queries about the busiest addresses take tens of milliseconds.
 */
const mostReadMs = 10_000

/** Number of addresses that one transaction marks as known. */
const knownAtOnce = 500

/** Opens a ledger in PostgreSQL, either embedded or on a server. */
export function openPackedLedger(
  database: Database,
  options: {
    /**
     * Whether the database contains only the ledger. If it does, closing the ledger also closes the database.
     */
    readonly isOwn?: boolean
    readonly pieceTransfers?: number
    readonly mostReadMs?: number
    /** Minimum number of transfers in an import that rebuilds the ledger. */
    readonly minRebuildTransfers?: number
    /** Number of transfers per bucket during a rebuild. Each thread processes one bucket at a time. */
    readonly rebuildBucketTransfers?: number
  } = {},
): LedgerStore {
  const db: LedgerDb = database.tables<unknown>()
  const readDb: LedgerDb = database.tables<unknown>({ mostMs: options.mostReadMs ?? mostReadMs })
  const reads = packedReads(readDb)
  const versions = cacheVersions(database, reads.versions)
  const change = async <Result>(
    of: keyof Versions,
    how: 'shared' | 'alone',
    work: (db: LedgerDb) => Promise<{ result: Result; touched: readonly string[] | undefined }>,
  ) =>
    await versions.whileChanging(() =>
      retryOnConflict(() =>
        db.transaction().execute(async (transaction) => {
          await lockLedger(transaction, how)
          const { result, touched } = await work(transaction)
          await raiseVersion(transaction, of, touched)
          return result
        }),
      ),
    )
  return {
    ...reads,
    versions: versions.read,
    place: database.engine,
    pieceTransfers: options.pieceTransfers ?? (database.engine === 'embedded' ? embeddedPiece : serverPiece),
    pending: () => pendingMigrations({ database, migrations: ledgerMigrations, schema: 'ledger' }),
    migrate: () => migratePackedLedger(database),
    id: () => selectId(db),
    ping: () => database.ping(),
    close: async () => {
      if (options.isOwn === true) await database.close()
    },
    snapshot: async (read) =>
      await readDb
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (transaction) => await read(packedReads(transaction))),

    pack: packPiece,
    async stage(piece, packed) {
      await upsertPiece(db, piece, packed)
    },
    staged: (importId) => selectOpenPieces(db, importId),
    commit: (piece, covered = []) =>
      change('ledger', 'shared', async (transaction) => {
        const found = await lockPiece(transaction, piece)
        if (found === undefined) throw new RangeError('the import has no such piece')
        if (found.bytes === undefined) return { result: found.fresh, touched: [] }
        const { fresh, touched } = await commitBatch(transaction, await readBatch(found.bytes))
        await markCommitted(transaction, piece, fresh)
        await addCoverage(transaction, covered)
        return { result: fresh, touched: [...touched, ...covered.map(touchedCoverage)] }
      }),
    async commitWhole(importId, { covered = [], onDone = () => {} } = {}) {
      if (!(await isWorthRebuilding(db, importId, options.minRebuildTransfers ?? minRebuildTransfers)))
        return false
      const release = await database.claim(rebuildClaim)
      if (release === undefined) return false
      try {
        const before = await reads.versions()
        // Read after the versions: the first fetched history changes a version, so a later one is noticed below.
        if (await selectHasFetched(db)) return false
        const fresh = await rebuildLedger(db, importId, onDone, options.rebuildBucketTransfers)
        return await change<boolean>('ledger', 'alone', async (transaction) => {
          const now = await selectVersions(transaction)
          // The ledger changed during the rebuild, so the new tables are incomplete.
          if (now.ledger !== before.ledger || now.labels !== before.labels)
            return { result: false, touched: [] }
          await swapTables(transaction, importId)
          await markAllCommitted(transaction, importId, fresh)
          await addCoverage(transaction, covered)
          return { result: true, touched: undefined }
        })
      } finally {
        await dropNextTables(db, importId).finally(release)
      }
    },
    cover: (ranges) =>
      change('ledger', 'shared', async (transaction) => ({
        result: await addCoverage(transaction, ranges),
        touched: ranges.map(touchedCoverage),
      })),
    retractions: () => selectRetractions(db),
    commitHistory: ({ key, transactions, history, covered = [], retractions }) =>
      change('ledger', 'shared', async (transaction) => {
        // Retractions hold the ledger's lock exclusively, so the number can't change during this transaction.
        if ((await selectRetractions(transaction)) !== retractions) return { result: undefined, touched: [] }
        const { fresh, touched } = await commitBatch(transaction, transactions)
        if (history !== undefined) await upsertHistory(transaction, accountId(key), history)
        await addCoverage(transaction, covered)
        await markFetched(transaction)
        return { result: fresh, touched: [...touched, accountId(key), ...covered.map(touchedCoverage)] }
      }),
    freshOf: (importId) => sumFresh(db, importId),
    addFacts: async (importId, facts) => {
      if (facts.length > 0) await upsertFacts(db, importId, facts)
    },
    readFacts: async (importId, keys) =>
      keys.size === 0 ? new Map() : await selectFacts(db, importId, keys),
    dropStaged: (importId) => deleteStaged(db, importId),
    retract: (blocks) =>
      change('ledger', 'alone', async (transaction) => {
        const touched = await retractBlocks(transaction, blocks)
        const isCut = await trimCoverage(transaction, blocks)
        const trimmed = await trimHistories(transaction, blocks)
        const network = isCut ? [touchedCoverage(blocks)] : []
        return { result: undefined, touched: [...new Set([...touched, ...trimmed, ...network])] }
      }),

    stageLabels: async (revision, labels) => {
      if (labels.length > 0) await insertLabels(db, revision, labels)
    },
    async commitLabels(revision, onProgress) {
      // Edges to an address without a visible label have no effect, so they can be added step by step.
      for (let done = 0, left = true; left; ) {
        left = await change('labels', 'alone', async (transaction) => {
          const addresses = await selectNewlyKnown(transaction, revision, knownAtOnce)
          const edged = addresses.length > 0 ? await markKnown(transaction, addresses) : []
          done += addresses.length
          return { result: addresses.length === knownAtOnce, touched: edged.map(touchedEdges) }
        })
        onProgress?.(done)
      }
      return await change('labels', 'alone', async (transaction) => {
        const touched = await selectRelabelled(transaction, revision)
        return { result: await showLabels(transaction, revision), touched }
      })
    },
    dropLabels: (revision) => deleteUnseenLabels(db, revision),
    pricedCoins: (coins) => selectPricedCoins(db, coins),
    putPrices: (prices) =>
      change('prices', 'shared', async (transaction) => ({
        result: await upsertPrices(transaction, prices),
        touched: [...new Set(prices.map(({ coin }) => String(coin)))],
      })),
    clear: () =>
      change('ledger', 'alone', async (transaction) => ({
        result: await clearAll(transaction),
        touched: undefined,
      })),
  }
}

/**
 * Only this process changes an embedded ledger, so the versions are read once after each change. On a server,
 * any node can change the ledger, so the versions are read every time.
 */
function cacheVersions(database: Database, read: () => Promise<Versions>) {
  let known: Promise<Versions> | undefined
  let changes = 0
  return {
    async read(): Promise<Versions> {
      if (database.engine === 'server' || changes > 0) return await read()
      if (known !== undefined) return await known
      const reading = read()
      known = reading
      // A failed read must not be cached.
      reading.catch(() => {
        known = undefined
      })
      return await reading
    },
    async whileChanging<Result>(work: () => Promise<Result>): Promise<Result> {
      changes += 1
      known = undefined
      try {
        return await work()
      } finally {
        changes -= 1
      }
    },
  }
}
