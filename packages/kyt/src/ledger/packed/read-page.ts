import type { HistoryPage, PageOf } from '../ledger-store.ts'
import { PageCut } from '../page-cut.ts'
import type { WholeAccount } from './account-read-store.ts'
import type { LedgerDb } from './ledger-db.ts'
import { newestFirst } from './newest-first.ts'

/**
 * Some transactions of an account within a time, newest first, after so many newer ones. How many there are in all is
 * counted only where `total` does not say it.
 */
export async function readPage(
  db: LedgerDb,
  of: PageOf &
    Pick<WholeAccount, 'head' | 'hasChunks'> & {
      readonly address: string
      readonly total: number | undefined
    },
  signal?: AbortSignal,
): Promise<HistoryPage> {
  const cut = new PageCut(of, of.total)
  for await (const some of newestFirst(db, of, of)) {
    signal?.throwIfAborted()
    cut.add(some)
    if (cut.isDone) break
  }
  return cut.page
}
