import type { HistoryPage, PageOf } from '../../ledger-store.ts'
import { PageCut } from '../../page-cut.ts'
import type { LedgerDb } from '../ledger-db.ts'
import { readMovements } from '../packing/packed-movements.ts'
import { type Account, latestSeq, type WholeAccount } from './account-read-store.ts'
import { selectCounted, selectPassedUntil } from './chunk-count-store.ts'
import { newestFirst } from './newest-first.ts'

type Page = PageOf & Account & Pick<WholeAccount, 'head' | 'hasChunks'>

/**
 * Some transactions of an account within a time, newest first, after so many newer ones. How many there are in all is
 * counted only where `total` does not say it.
 */
export async function readPage(
  db: LedgerDb,
  of: Page & { readonly total: number | undefined },
  signal?: AbortSignal,
): Promise<HistoryPage> {
  signal?.throwIfAborted()
  const total = of.total ?? (await countWithin(db, of)).transactions
  const nothing = { movements: [], transactions: 0, total }
  // Nothing to look for, however far away the page is.
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

/** Where reading a page begins. */
type Start = Pick<Page, 'to' | 'head'> & {
  /** Transactions that are newer. */
  readonly passed: number
  /** Chunks that end later are not read: what they have of the time is in `head`. */
  readonly before?: { readonly last: number; readonly seq: number }
}

/** Passes what is newer than a page by the counts of the chunks; reads those only that overlap the second where it ends. */
async function passNewer(db: LedgerDb, of: Page): Promise<Start | undefined> {
  const inHead = transactionsOf(of, of.head)
  if (!of.hasChunks || inHead >= of.offset) return { to: of.to, head: of.head, passed: 0 }
  const last = await selectPassedUntil(db, { ...of, most: of.offset - inHead })
  // Only where others have taken something out since the account was read: the page is asked for again.
  if (last === undefined) return undefined
  if (last >= of.to) return { to: of.to, head: of.head, passed: 0 }
  const { transactions, head } = await countWithin(db, { ...of, from: last + 1 })
  return { to: last, head, passed: transactions, before: { last, seq: latestSeq } }
}

/** Transactions within a time, and the movements that were looked at to count them, packed. */
async function countWithin(
  db: LedgerDb,
  of: Page,
): Promise<{ readonly transactions: number; readonly head: Buffer }> {
  if (!of.hasChunks) return { transactions: transactionsOf(of, of.head), head: of.head }
  const { transactions, partly } = await selectCounted(db, of)
  const head = Buffer.concat([of.head, partly])
  return { transactions: transactions + transactionsOf(of, head), head }
}

function transactionsOf({ coin, from, to, kinds }: PageOf, packed: Buffer): number {
  const counted = readMovements(packed, coin).filter(
    ({ time, kind }) => time >= from && time <= to && kinds.some((one) => one === kind),
  )
  return new Set(counted.map(({ tx }) => tx)).size
}
