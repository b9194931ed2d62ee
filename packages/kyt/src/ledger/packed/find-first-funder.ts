import type { Movement } from '../movement.ts'
import { oldestAtOnce, selectHistoryPage, selectOldestChunks } from './gather-store.ts'
import type { LedgerDb } from './ledger-db.ts'
import { readMovements } from './packed-movements.ts'

/** Who sent what an account received first. Chunks may overlap in time, so that those are read that could have it. */
export async function findFirstFunder(
  db: LedgerDb,
  of: { readonly account: string; readonly coin: number },
): Promise<string | undefined> {
  const { rows, next } = await selectHistoryPage(db, { ...of, after: undefined })
  let first = earliest(rows.flatMap((packed) => readMovements(packed, of.coin)))
  for (let passed = 0, left = next !== undefined; left; passed += oldestAtOnce) {
    const chunks = await selectOldestChunks(db, { ...of, passed })
    left = chunks.length === oldestAtOnce
    for (const chunk of chunks) {
      if (first !== undefined && first.time < chunk.first) return first.counterparty
      first = earliest([...(first === undefined ? [] : [first]), ...readMovements(chunk.rows, of.coin)])
    }
  }
  return first?.counterparty
}

function earliest(movements: readonly Movement[]): Movement | undefined {
  let first: Movement | undefined
  for (const movement of movements) {
    if (movement.kind === 'in' && (first === undefined || isBefore(movement, first))) first = movement
  }
  return first
}

function isBefore(one: Movement, other: Movement): boolean {
  if (one.time !== other.time) return one.time < other.time
  if (one.block !== other.block) return one.block < other.block
  return one.tx === other.tx ? one.position < other.position : one.tx < other.tx
}
