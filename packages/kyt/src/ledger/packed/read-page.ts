import type { HistoryPage, PageOf } from '../ledger-store.ts'
import type { Movement } from '../movement.ts'
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
  const movements: Movement[] = []
  const end = of.offset + of.limit
  let transactions = 0
  let last: string | undefined
  for await (const some of newestFirst(db, of, of)) {
    signal?.throwIfAborted()
    for (const movement of some) {
      if (!of.kinds.some((kind) => kind === movement.kind)) continue
      // Movements of one transaction stand together: they have the same block and time.
      if (movement.tx !== last) transactions += 1
      last = movement.tx
      if (transactions > of.offset && transactions <= end) movements.push(movement)
    }
    if (transactions > end && of.total !== undefined) break
  }
  const onPage = Math.max(0, Math.min(transactions, end) - of.offset)
  return { movements, transactions: onPage, total: of.total ?? transactions }
}
