import type { LedgerTransfer } from '../../ledger-store.ts'
import { type Counterpart, insertCounterparts, selectCounterparts } from '../histories/counterpart-store.ts'
import type { LedgerDb } from '../ledger-db.ts'
import { packEachTransfers, packTransfers, readTransfers } from '../packing/packed-transfers.ts'
import {
  type FreshTransaction,
  idCollision,
  type MergedTransaction,
  placeOf,
} from '../transactions/merge-transactions.ts'
import { referenceOf } from '../transactions/transaction-id.ts'
import {
  extendTransactions,
  insertTransactions,
  lockTransactions,
  type TransactionRow,
} from '../transactions/transaction-store.ts'
import { hasUnplaced, matchUnplaced } from './match-unplaced.ts'

/**
 * Stores the transactions. Returns the transactions that have new transfers, together with their transfers
 * that were already in the ledger.
 */
export async function storeTransactions(
  db: LedgerDb,
  transactions: readonly MergedTransaction[],
): Promise<FreshTransaction[]> {
  if (transactions.length === 0) return []
  const whenNew = transactions.map(({ transfers }) =>
    hasUnplaced(transfers) ? matchUnplaced([], [], transfers).added : transfers,
  )
  const packed = packEachTransfers(whenNew)
  const inserted = await insertTransactions(
    db,
    transactions.map(({ id, identifier, block, time }, index) => {
      return { id, identifier, block, time, rows: packed[index] ?? Buffer.of() }
    }),
  )
  const isNew = new Set(inserted.map(keyOf))
  const others = transactions.filter(({ id }) => !isNew.has(keyOf(id)))
  const had = await readStored(db, others)
  const counterparts = await readCounterparts(db, others, had)
  const fresh: FreshTransaction[] = []
  const more: { id: Buffer; rows: Buffer }[] = []
  const found: (Counterpart & { readonly id: Buffer })[] = []
  for (const [index, { id, identifier, network, block, time, transfers }] of transactions.entries()) {
    const reference = referenceOf(id)
    const stored = had.get(keyOf(id))
    if (stored === undefined) {
      if (!isNew.has(keyOf(id)))
        throw new Error('a transaction was removed while transfers were being added to it')
      fresh.push({ network, block, time, reference, fresh: whenNew[index] ?? transfers, had: [] })
      continue
    }
    if (!stored.row.identifier.equals(identifier)) throw idCollision()
    const known = counterparts.get(keyOf(id))
    const matched = known && matchUnplaced(stored.transfers, known, transfers)
    const added = matched === undefined ? withoutKnown(stored.transfers, transfers) : matched.added
    for (const counterpart of matched?.found ?? []) found.push({ ...counterpart, id })
    if (added.length === 0) continue
    more.push({ id, rows: packTransfers(added) })
    // A transaction keeps the block and time that it had when it first arrived.
    const { row, transfers: before } = stored
    fresh.push({ network, block: row.block, time: row.time, reference, fresh: added, had: before })
  }
  if (more.length > 0) await extendTransactions(db, more)
  if (found.length > 0) await insertCounterparts(db, found)
  return fresh
}

type Stored = { readonly row: TransactionRow; readonly transfers: readonly LedgerTransfer[] }

const keyOf = (id: Buffer) => id.toString('hex')

async function readStored(
  db: LedgerDb,
  transactions: readonly MergedTransaction[],
): Promise<ReadonlyMap<string, Stored>> {
  if (transactions.length === 0) return new Map()
  const rows = await lockTransactions(
    db,
    transactions.map(({ id }) => id),
  )
  return new Map(rows.map((row) => [keyOf(row.id), { row, transfers: readTransfers(row.rows) }]))
}

/**
 * Returns the counterparts of all transactions in which a stored or arriving transfer has no exact position.
 * Other transactions have none and need no query.
 */
async function readCounterparts(
  db: LedgerDb,
  transactions: readonly MergedTransaction[],
  had: ReadonlyMap<string, Stored>,
): Promise<ReadonlyMap<string, readonly Counterpart[]>> {
  const mixed = transactions.filter(
    ({ id, transfers }) => hasUnplaced(transfers) || hasUnplaced(had.get(keyOf(id))?.transfers ?? []),
  )
  if (mixed.length === 0) return new Map()
  const ids = mixed.map(({ id }) => id)
  const found = await selectCounterparts(db, ids)
  return new Map(ids.map((id) => [keyOf(id), found.get(keyOf(id)) ?? []]))
}

function withoutKnown(
  stored: readonly LedgerTransfer[],
  arriving: readonly LedgerTransfer[],
): readonly LedgerTransfer[] {
  const places = new Set(stored.map(placeOf))
  return arriving.filter((transfer) => !places.has(placeOf(transfer)))
}
