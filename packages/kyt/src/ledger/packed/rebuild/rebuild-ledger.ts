import { availableParallelism } from 'node:os'
import { createWorkPool, workerFile } from '@touchstone/workers'
import { selectKnown } from '../accounts/account-change-store.ts'
import { selectPiece } from '../imports/staged-store.ts'
import type { LedgerDb } from '../ledger-db.ts'
import {
  countTransactions,
  createNextTables,
  type Growing,
  indexNextTables,
  insertNext,
  selectStagedPieces,
  selectTransactionsAfter,
} from './rebuild-store.ts'
import { asBuffer, type Pages, rebuildTasks, type Sorted } from './rebuild-tasks.ts'
import { Spill } from './spill.ts'

/** Transfers below which an import goes in piece by piece, in a second or two. */
export const leastRebuilt = 20_000
/** An import of less than so many times what the ledger has goes in piece by piece: making all of it anew takes longer. */
const leastTimes = 2

/** Transfers that are worked on at a time: with more, collecting the garbage takes longer than the work. */
const usuallyAtOnce = 15_000
/** Rows that are read at a time; an embedded store answers nobody else meanwhile. */
const rowsAtOnce = 2000

/** How much of the work is done, from 0 to 1. */
type OnDone = (share: number) => void

/** Whether the ledger is better made anew, with what an import brings, than added to. */
export async function isWorthRebuilding(db: LedgerDb, importId: number, least: number): Promise<boolean> {
  const brought = transfersOf(await selectStagedPieces(db, importId))
  return brought >= least && (await countTransactions(db)) * leastTimes <= brought
}

/**
 * Makes the ledger's growing tables anew beside those in use, from all transactions that there are and those of an import.
 * Each table is written once, from front to back, and gets its indexes at the end: several times as quick as adding to it.
 * Transactions are first put into buckets by their ids, so that those of one id meet; what they add to accounts is put
 * into buckets by account. Returns how many transfers were new.
 */
export async function rebuildLedger(
  db: LedgerDb,
  importId: number,
  onDone: OnDone,
  transfersAtOnce = usuallyAtOnce,
): Promise<number> {
  await createNextTables(db, importId)
  const pieces = await selectStagedPieces(db, importId)
  // A transaction has one transfer or a few.
  const transfers = transfersOf(pieces) + 2 * (await countTransactions(db))
  const buckets = Math.max(1, Math.ceil(transfers / transfersAtOnce))
  const threads = openRebuildThreads(buckets)
  const byId = await Spill.open(buckets)
  const byAccount = await Spill.open(buckets)
  const writing = new Writing()
  const write = (table: Growing, pages: Pages) =>
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
    // Where it failed, what is still being written fails too or does no harm: the tables are dropped.
    await writing.end().catch(() => {})
    await threads.close()
    await byId.close()
    await byAccount.close()
  }
}

/** Lets some of the work be done at the same time, and hands over what comes of it in the order of the items. */
async function* inTurn<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const underWay: Promise<Result>[] = []
  for (let next = 0; next < items.length || underWay.length > 0; ) {
    for (; next < items.length && underWay.length < atOnce; next++) {
      const begun = work(items[next] as Item)
      // Whoever waits for it gets the failure; after another failure nobody does.
      begun.catch(() => {})
      underWay.push(begun)
    }
    yield (await underWay.shift()) as Result
  }
}

async function spill({ bytes, ends }: Sorted, into: Spill): Promise<void> {
  const all = asBuffer(bytes)
  for (const [bucket, end] of ends.entries()) {
    const start = ends[bucket - 1] ?? 0
    const full = end > start ? into.add(bucket, all.subarray(start, end)) : undefined
    if (full !== undefined) await full
  }
}

/** Of accounts with chunks: the edges of others follow from their movements. */
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

/** Lets the store write one part while the next one is worked out. */
class Writing {
  #last: Promise<void> = Promise.resolve()

  async begin(write: () => Promise<void>): Promise<void> {
    await this.#last
    this.#last = write()
    // Whoever waits for it next gets the failure.
    this.#last.catch(() => {})
  }

  async end(): Promise<void> {
    await this.#last
  }
}

const transfersOf = (pieces: readonly { readonly transfers: number }[]) =>
  pieces.reduce((sum, { transfers }) => sum + transfers, 0)

/** What is in the ledger comes first: of a transaction that is told again, what it was first told with counts. */
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

/** Who works out what the new tables hold. */
type RebuildThreads = {
  run<Name extends TaskName>(
    task: Name,
    input: Parameters<Tasks[Name]>[0],
  ): Promise<Awaited<ReturnType<Tasks[Name]>>>
  /** Tasks that are worth being under way: enough for every thread to have one, and the next one when it is done. */
  readonly atOnce: number
  close(): Promise<void>
}

/** Each has a bucket in memory, and the store has to take what they make. More were not tried. */
const mostThreads = 4

/** Of a part of a second's work, on a machine however busy. */
const timeLimitMs = 10 * 60_000

/**
 * Threads, so that the process answers meanwhile and the work is done on several cores. For a single bucket they are not
 * worth their start: it is worked on here.
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
