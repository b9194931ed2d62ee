import type { SourceTransaction } from '../../ledger-store.ts'
import {
  addToAccounts,
  addToEdges,
  type FullAccount,
  insertChunks,
  type SealedAccount,
  selectKnown,
  updateHeads,
} from '../accounts/account-change-store.ts'
import { type AccountChange, addUpBatch, inLockOrder } from '../accounts/add-up-batch.ts'
import { addUpEdges, counterpartiesOf } from '../accounts/add-up-edges.ts'
import { headBytes, sealAccount } from '../accounts/seal-account.ts'
import type { LedgerDb } from '../ledger-db.ts'
import { readMovements } from '../packing/packed-movements.ts'
import { packEachTransfers, packTransfers, readTransfers } from '../packing/packed-transfers.ts'
import {
  type FreshTransaction,
  idCollision,
  type MergedTransaction,
  mergeTransactions,
  placeOf,
} from '../transactions/merge-transactions.ts'
import { referenceOf } from '../transactions/transaction-id.ts'
import {
  extendTransactions,
  insertTransactions,
  lockTransactions,
} from '../transactions/transaction-store.ts'
import { touchedTransaction } from '../versions/changes-since.ts'
import { joinTransactions } from './join-transactions.ts'

/**
 * Commits a batch in the caller's database transaction. Returns the number of new transfers, and the accounts
 * and transactions that they affect.
 */
export async function commitBatch(
  db: LedgerDb,
  given: readonly SourceTransaction[],
): Promise<{ fresh: number; touched: string[] }> {
  const fresh = await leaveOutKnown(db, mergeTransactions(given))
  const changes = addUpBatch(fresh).sort(inLockOrder)
  if (changes.length > 0) {
    const { full, sealed } = await addToAccounts(db, changes, headBytes)
    const joined = await joinTransactions(db, changes, [...full, ...sealed])
    const cut = withJoined(full, joined)
    if (cut.length > 0) await sealAccounts(db, cut)
    await addEdges(db, changes, full, sealed)
  }
  return {
    fresh: fresh.reduce((sum, transaction) => sum + transaction.fresh.length, 0),
    touched: [
      ...new Set(changes.map(({ account }) => account)),
      ...fresh
        .filter(({ had, fresh: more }) => had.length > 0 && more.length > 0)
        .map(({ reference }) => touchedTransaction(reference)),
    ],
  }
}

async function sealAccounts(db: LedgerDb, full: readonly FullAccount[]): Promise<void> {
  const cut = full.map(sealAccount)
  await insertChunks(
    db,
    cut.flatMap(({ sealed }) => sealed),
  )
  await updateHeads(
    db,
    cut.map(({ left }) => left),
  )
}

const keyOf = ({ address, coin }: SealedAccount) => `${coin} ${address.toString('hex')}`

/** Returns the accounts to seal, as they are after movements have been moved into existing chunks. */
function withJoined(full: readonly FullAccount[], joined: readonly FullAccount[]): readonly FullAccount[] {
  if (joined.length === 0) return full
  const keys = new Set(joined.map(keyOf))
  return [...full.filter((account) => !keys.has(keyOf(account))), ...joined]
}

/**
 * Updates the edges of accounts with chunks. An account that has just received its first chunk has no stored
 * edges yet, so its edges are calculated from all its movements, including the new movements.
 */
async function addEdges(
  db: LedgerDb,
  changes: readonly AccountChange[],
  full: readonly FullAccount[],
  sealed: readonly SealedAccount[],
): Promise<void> {
  const wholes = new Map(full.map((account) => [keyOf(account), account]))
  const hadChunks = new Set(sealed.map(keyOf))
  const movedIn = changes.flatMap((change) => {
    const key = `${change.coin} ${change.account}`
    const whole = wholes.get(key)
    if (whole?.chunks === 0) return { ...change, movements: readMovements(whole.head, change.coin) }
    return whole !== undefined || hadChunks.has(key) ? change : []
  })
  const counterparties = new Set(movedIn.flatMap(counterpartiesOf))
  if (counterparties.size === 0) return
  const known = await selectKnown(db, [...counterparties])
  const edges = known.size === 0 ? [] : addUpEdges(movedIn, (counterparty) => known.has(counterparty))
  if (edges.length > 0) await addToEdges(db, edges)
}

/**
 * Stores the transactions. Returns the transactions that have new transfers, together with their transfers
 * that were already in the ledger.
 */
async function leaveOutKnown(
  db: LedgerDb,
  transactions: readonly MergedTransaction[],
): Promise<FreshTransaction[]> {
  if (transactions.length === 0) return []
  const packed = packEachTransfers(transactions.map(({ transfers }) => transfers))
  const inserted = await insertTransactions(
    db,
    transactions.map(({ id, identifier, block, time }, index) => {
      return { id, identifier, block, time, rows: packed[index] ?? Buffer.of() }
    }),
  )
  const isNew = new Set(inserted.map((id) => id.toString('hex')))
  const others = transactions.filter(({ id }) => !isNew.has(id.toString('hex')))
  const had = new Map(
    (others.length === 0
      ? []
      : await lockTransactions(
          db,
          others.map(({ id }) => id),
        )
    ).map((row) => [row.id.toString('hex'), row]),
  )
  const fresh: FreshTransaction[] = []
  const more: { id: Buffer; rows: Buffer }[] = []
  for (const { id, identifier, network, block, time, transfers } of transactions) {
    const reference = referenceOf(id)
    const known = had.get(id.toString('hex'))
    if (known === undefined) {
      if (!isNew.has(id.toString('hex')))
        throw new Error('a transaction was removed while transfers were being added to it')
      fresh.push({ network, block, time, reference, fresh: transfers, had: [] })
      continue
    }
    if (!known.identifier.equals(identifier)) throw idCollision()
    const before = readTransfers(known.rows)
    const places = new Set(before.map(placeOf))
    const added = transfers.filter((transfer) => !places.has(placeOf(transfer)))
    if (added.length === 0) continue
    more.push({ id, rows: packTransfers(added) })
    // A transaction keeps the block and time that it had when it first arrived.
    fresh.push({ network, block: known.block, time: known.time, reference, fresh: added, had: before })
  }
  if (more.length > 0) await extendTransactions(db, more)
  return fresh
}
