import { withStoreLock } from '@touchstone/storage'
import type { KytContext } from '../context.ts'

const turns = new WeakMap<object, Promise<unknown>>()

/** One at a time changes the ledger: in this process by taking turns, between nodes by a lock in the shared store. */
export async function withLedgerLock<Result>(
  context: KytContext,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = turns.get(context.clickhouse) ?? Promise.resolve()
  const mine = before.then(() => withStoreLock(context.database, 'kyt-ledger', work))
  turns.set(
    context.clickhouse,
    mine.catch(() => {}),
  )
  return await mine
}
