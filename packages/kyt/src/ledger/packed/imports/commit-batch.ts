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
import { mergeTransactions } from '../transactions/merge-transactions.ts'
import { touchedTransaction } from '../versions/changes-since.ts'
import { joinTransactions } from './join-transactions.ts'
import { storeTransactions } from './store-transactions.ts'

/**
 * Commits a batch in the caller's database transaction. Returns the number of new transfers, and the accounts
 * and transactions that they affect.
 */
export async function commitBatch(
  db: LedgerDb,
  given: readonly SourceTransaction[],
): Promise<{ fresh: number; touched: string[] }> {
  const fresh = await storeTransactions(db, mergeTransactions(given))
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
