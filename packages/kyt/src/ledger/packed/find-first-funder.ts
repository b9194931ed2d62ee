import { firstReceived } from '../first-received.ts'
import { oldestAtOnce, selectHistoryPage, selectOldestChunks } from './gather-store.ts'
import type { LedgerDb } from './ledger-db.ts'
import { readMovements } from './packed-movements.ts'

/** Who sent what an account received first. Chunks may overlap in time, so that those are read that could have it. */
export async function findFirstFunder(
  db: LedgerDb,
  of: { readonly account: string; readonly coin: number },
): Promise<string | undefined> {
  const { rows, next } = await selectHistoryPage(db, { ...of, after: undefined })
  let first = firstReceived(rows.flatMap((packed) => readMovements(packed, of.coin)))
  for (let passed = 0, left = next !== undefined; left; passed += oldestAtOnce) {
    const chunks = await selectOldestChunks(db, { ...of, passed })
    left = chunks.length === oldestAtOnce
    for (const chunk of chunks) {
      if (first !== undefined && first.time < chunk.first) return first.counterparty
      first = firstReceived([...(first === undefined ? [] : [first]), ...readMovements(chunk.rows, of.coin)])
    }
  }
  return first?.counterparty
}
