import { availableParallelism } from 'node:os'
import { createWorkPool, workerFile } from '@touchstone/workers'
import { selectKnown } from '../accounts/account-change-store.ts'
import { selectPiece } from '../imports/staged-store.ts'
import type { LedgerDb } from '../ledger-db.ts'
import {
  countTransactions,
  createNextTables,
  type GrowingTable,
  indexNextTables,
  insertNext,
  selectStagedPieces,
  selectTransactionsAfter,
} from './rebuild-store.ts'
import { asBuffer, type BucketedRecords, type Pages, rebuildTasks } from './rebuild-tasks.ts'
import { Spill } from './spill.ts'

/** Imports with fewer transfers are committed piece by piece, which takes a second or two. */
export const minRebuildTransfers = 20_000
/**
 * The number of transfers in an import must be at least this multiple of the number of transfers in the
 * ledger. For smaller imports, a rebuild takes longer than adding the transfers.
 */
const leastTimes = 2

/**
 * Transfers per bucket. With larger buckets, garbage collection takes longer than processing the transfers.
 */
const usualBucketTransfers = 15_000
/** Rows per query. While an embedded store runs a query, it blocks all other queries. */
const rowsAtOnce = 2000

/** Reports the completed share of the work, from 0 to 1. */
type OnDone = (share: number) => void

/** Returns whether rebuilding the ledger with the import is faster than adding the import to it. */
export async function isWorthRebuilding(db: LedgerDb, importId: number, least: number): Promise<boolean> {
  const brought = transfersOf(await selectStagedPieces(db, importId))
  return brought >= least && (await countTransactions(db)) * leastTimes <= brought
}

/**
 * Uses the ledger's transactions and an import's transactions to rebuild the tables that grow with the
 * ledger, next to the tables in use. Writes each table once, sequentially, and creates the indexes at the
 * end, which is several times faster than adding to existing tables. First, transactions are distributed into
 * buckets by id, so that equal ids are in the same bucket. Then the transactions' account changes are
 * distributed into buckets by account. Returns the number of new transfers.
 */
export async function rebuildLedger(
  db: LedgerDb,
  importId: number,
  onDone: OnDone,
  bucketTransfers = usualBucketTransfers,
): Promise<number> {
  await createNextTables(db, importId)
  const pieces = await selectStagedPieces(db, importId)
  // This is an estimate, because a transaction can have several transfers.
  const transfers = transfersOf(pieces) + 2 * (await countTransactions(db))
  const buckets = Math.max(1, Math.ceil(transfers / bucketTransfers))
  const threads = openRebuildThreads(buckets)
  const byId = await Spill.open(buckets)
  const byAccount = await Spill.open(buckets)
  const writing = new Writing()
  const write = (table: GrowingTable, pages: Pages) =>
    writing.begin(async () => {
      for (const page of pages) await insertNext(db, importId, table, page.map(asBuffer))
    })
  try {
    const had = await spillLedger(db, byId, threads)
    let done = 0
    const sorted = inTurn(pieces, threads.atOnce, async ({ seq }) =>
      threads.run('sortPiece', { piece: await selectPiece(db, { importId, seq }), buckets }),
    )
    for await (const piece of sorted) {
      await spill(piece, byId)
      onDone((0.2 * ++done) / pieces.length)
    }
    let written = 0
    done = 0
    const all = Array.from({ length: buckets }, (_, bucket) => bucket)
    const added = inTurn(all, threads.atOnce, async (bucket) =>
      threads.run('addUp', { bytes: await byId.read(bucket), buckets }),
    )
    for await (const { transactions, transfers, parts } of added) {
      await spill(parts, byAccount)
      await write('transaction', transactions)
      written += transfers
      onDone(0.2 + (0.4 * ++done) / buckets)
    }
    done = 0
    const sealed = inTurn(all, threads.atOnce, async (bucket) => {
      const found = await threads.run('seal', { bytes: await byAccount.read(bucket) })
      return { ...found, edges: await edgesOf(db, threads, found) }
    })
    for await (const { accounts, chunks, edges } of sealed) {
      await write('account', accounts)
      await write('chunk', chunks)
      await write('edge', edges)
      onDone(0.6 + (0.3 * ++done) / buckets)
    }
    await writing.end()
    await indexNextTables(db, importId)
    onDone(1)
    return written - had
  } finally {
    // After a failure, a pending write also fails or has no effect, because the tables are dropped.
    await writing.end().catch(() => {})
    await threads.close()
    await byId.close()
    await byAccount.close()
  }
}

/** Runs up to `atOnce` jobs concurrently and yields their results in the order of the items. */
async function* inTurn<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = []
  for (let next = 0; next < items.length || running.length > 0; ) {
    for (; next < items.length && running.length < atOnce; next++) {
      const job = work(items[next] as Item)
      // The consumer receives the rejection when it awaits this promise. After an earlier failure, no
      // consumer awaits the promise, so this handler prevents an unhandled rejection.
      job.catch(() => {})
      running.push(job)
    }
    yield (await running.shift()) as Result
  }
}

async function spill({ bytes, ends }: BucketedRecords, into: Spill): Promise<void> {
  const all = asBuffer(bytes)
  for (const [bucket, end] of ends.entries()) {
    const start = ends[bucket - 1] ?? 0
    const full = end > start ? into.add(bucket, all.subarray(start, end)) : undefined
    if (full !== undefined) await full
  }
}

/**
 * Calculates the edges of accounts that have chunks. The edges of other accounts are derived from their
 * movements.
 */
async function edgesOf(
  db: LedgerDb,
  threads: RebuildThreads,
  of: { readonly moved: Uint8Array; readonly counterparties: readonly string[] },
): Promise<Pages> {
  const known = new Set<string>()
  for (let at = 0; at < of.counterparties.length; at += rowsAtOnce) {
    const some = of.counterparties.slice(at, at + rowsAtOnce)
    for (const address of await selectKnown(db, some)) known.add(address)
  }
  return known.size === 0 ? [] : await threads.run('addUpEdges', { moved: of.moved, known })
}

/** Calculates the next part while the store writes the previous part. */
class Writing {
  #last: Promise<void> = Promise.resolve()

  async begin(write: () => Promise<void>): Promise<void> {
    await this.#last
    this.#last = write()
    // A failure is reported by the next call. Without this handler, it would be reported as unhandled.
    this.#last.catch(() => {})
  }

  async end(): Promise<void> {
    await this.#last
  }
}

const transfersOf = (pieces: readonly { readonly transfers: number }[]) =>
  pieces.reduce((sum, { transfers }) => sum + transfers, 0)

/**
 * The transactions that are already in the ledger come first. If the import repeats one of them, the stored
 * data takes precedence.
 */
async function spillLedger(db: LedgerDb, byId: Spill, threads: RebuildThreads): Promise<number> {
  let transfers = 0
  for (let after: Buffer | undefined; ; ) {
    const rows = await selectTransactionsAfter(db, after, rowsAtOnce)
    const sorted = await threads.run('sortRows', { rows, buckets: byId.buckets })
    await spill(sorted, byId)
    transfers += sorted.transfers
    after = rows.at(-1)?.id
    if (rows.length < rowsAtOnce) return transfers
  }
}

type Tasks = typeof rebuildTasks
type TaskName = keyof Tasks

/** Runs the tasks that calculate the new tables' content. */
type RebuildThreads = {
  run<Name extends TaskName>(
    task: Name,
    input: Parameters<Tasks[Name]>[0],
  ): Promise<Awaited<ReturnType<Tasks[Name]>>>
  /** The useful number of concurrent tasks: one running task per thread, plus the next task. */
  readonly atOnce: number
  close(): Promise<void>
}

/**
 * The limit is low because each thread holds a bucket in memory and the store must keep up with the threads'
 * output. Higher limits have not been measured.
 */
const mostThreads = 4

/** A task takes a fraction of a second. The time limit allows for a very busy machine. */
const timeLimitMs = 10 * 60_000

/**
 * Uses threads, so that the process stays responsive and several cores share the work. A single bucket is
 * processed in this thread, because starting threads for it is not worthwhile.
 */
function openRebuildThreads(buckets: number): RebuildThreads {
  if (buckets === 1) {
    const run = async (task: TaskName, input: unknown) => await rebuildTasks[task](input as never)
    return { run: run as RebuildThreads['run'], atOnce: 1, close: async () => {} }
  }
  const workers = Math.min(mostThreads, availableParallelism())
  const atOnce = workers + 1
  const file = workerFile(import.meta.url, './rebuild-worker.ts')
  const pool = createWorkPool({ file, workers, queueLimit: atOnce, timeLimitMs })
  return { run: (task, input) => pool.run(task, input), atOnce, close: () => pool.close() }
}
