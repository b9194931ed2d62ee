import type { HistoryPage, PageQuery } from '../../ledger-store.ts'
import { PageCut } from '../../page-cut.ts'
import type { LedgerDb } from '../ledger-db.ts'
import { readMovements } from '../packing/packed-movements.ts'
import { type Account, latestSeq, type WholeAccount } from './account-read-store.ts'
import { selectCounted, selectPassedUntil } from './chunk-count-store.ts'
import { newestFirst } from './newest-first.ts'

type Page = PageQuery & Account & Pick<WholeAccount, 'head' | 'hasChunks'>

/**
 * Reads a page of an account's transactions in a time range, newest first. Counts the transactions in the
 * range only if `total` is undefined.
 */
export async function readPage(
  db: LedgerDb,
  of: Page & { readonly total: number | undefined },
  signal?: AbortSignal,
): Promise<HistoryPage> {
  signal?.throwIfAborted()
  const total = of.total ?? (await countWithin(db, of)).transactions
  const nothing = { movements: [], transactions: 0, total }
  // A page beyond the end is empty, so nothing has to be read.
  if (of.offset >= total) return nothing
  const start = await passNewer(db, of)
  if (start === undefined) return nothing
  const cut = new PageCut(of, total, start.passed)
  for await (const some of newestFirst(db, { ...of, to: start.to }, { ...of, ...start })) {
    signal?.throwIfAborted()
    cut.add(some)
    if (cut.isDone) break
  }
  return cut.page
}

/** The position at which reading a page starts. */
type Start = Pick<Page, 'to' | 'head'> & {
  /** The number of transactions that are newer than this position. */
  readonly passed: number
  /**
   * Chunks at or after this position are skipped, because `head` already contains their movements within the
   * time range.
   */
  readonly before?: { readonly last: number; readonly seq: number }
}

/**
 * Skips the transactions that are newer than the page, using the chunks' counts. Of the skipped chunks, reads
 * only those that overlap the second in which the skipped part ends.
 */
async function passNewer(db: LedgerDb, of: Page): Promise<Start | undefined> {
  const inHead = transactionsOf(of, of.head)
  if (!of.hasChunks || inHead >= of.offset) return { to: of.to, head: of.head, passed: 0 }
  const last = await selectPassedUntil(db, { ...of, most: of.offset - inHead })
  // This happens only if a concurrent change removed movements after the account was read. The caller then
  // requests the page again.
  if (last === undefined) return undefined
  if (last >= of.to) return { to: of.to, head: of.head, passed: 0 }
  const { transactions, head } = await countWithin(db, { ...of, from: last + 1 })
  return { to: last, head, passed: transactions, before: { last, seq: latestSeq } }
}

/**
 * Counts the transactions in a time range. Also returns the packed movements that were read to count them.
 */
async function countWithin(
  db: LedgerDb,
  of: Page,
): Promise<{ readonly transactions: number; readonly head: Buffer }> {
  if (!of.hasChunks) return { transactions: transactionsOf(of, of.head), head: of.head }
  const { transactions, partly } = await selectCounted(db, of)
  const head = Buffer.concat([of.head, partly])
  return { transactions: transactions + transactionsOf(of, head), head }
}

function transactionsOf({ coin, from, to, kinds }: PageQuery, packed: Buffer): number {
  const counted = readMovements(packed, coin).filter(
    ({ time, kind }) => time >= from && time <= to && kinds.some((one) => one === kind),
  )
  return new Set(counted.map(({ tx }) => tx)).size
}
