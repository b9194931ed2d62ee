import { insertChunks, selectKnown } from '../accounts/account-change-store.ts'
import { type AccountChange, addUpBatch, inLockOrder } from '../accounts/add-up-batch.ts'
import { addUpEdges } from '../accounts/add-up-edges.ts'
import { packChunk } from '../accounts/seal-account.ts'
import { deleteCounterparts } from '../histories/counterpart-store.ts'
import type { LedgerDb } from '../ledger-db.ts'
import { type PackedMovement, packMovements, readMovements } from '../packing/packed-movements.ts'
import { readTransfers } from '../packing/packed-transfers.ts'
import { referenceOf } from '../transactions/transaction-id.ts'
import { deleteTransactions } from '../transactions/transaction-store.ts'
import { touchedTransaction } from '../versions/changes-since.ts'
import {
  deleteAccounts,
  deleteChunks,
  lockHeads,
  type RemainingAccount,
  type StoredChunk,
  selectChunks,
  selectSpans,
  takeFromAccounts,
  takeFromEdges,
} from './retract-store.ts'

/**
 * Removes all of a network's transactions from a given block onwards, in the caller's database transaction.
 * Returns the affected accounts and transactions.
 */
export async function retractBlocks(
  db: LedgerDb,
  blocks: { readonly network: number; readonly fromBlock: number },
): Promise<string[]> {
  const deleted = await deleteTransactions(db, blocks)
  await deleteCounterparts(
    db,
    deleted.map(({ id }) => id),
  )
  // Subtract exactly what these transactions added to the accounts and edges.
  const changes = addUpBatch(
    deleted.map(({ id, block, time, rows }) => ({
      network: blocks.network,
      block,
      time,
      reference: referenceOf(id),
      fresh: readTransfers(rows),
      had: [],
    })),
  ).sort(inLockOrder)
  if (changes.length === 0) return []
  const heads = new Map((await lockHeads(db, changes)).map(({ head, ...key }) => [keyOf(key), head]))
  await rewriteChunks(db, changes)
  const spans = new Map((await selectSpans(db, changes)).map((span) => [keyOf(span), span]))
  const remains: RemainingAccount[] = []
  const emptied: AccountChange[] = []
  for (const change of changes) {
    const left = withoutGone(heads.get(keyOf(change)) ?? Buffer.of(), change)
    const span = spans.get(keyOf(change))
    const times = [...left.map(({ time }) => time), ...(span === undefined ? [] : [span.first, span.last])]
    if (times.length === 0) emptied.push(change)
    else remains.push({ change, head: packMovements(left), first: least(times), last: greatest(times) })
  }
  if (remains.length > 0) await takeFromAccounts(db, remains)
  if (emptied.length > 0) await deleteAccounts(db, emptied)
  const known = await selectKnown(db, [...new Set(changes.map(({ account }) => account))])
  const edges = addUpEdges(changes, (counterparty) => known.has(counterparty))
  if (edges.length > 0) await takeFromEdges(db, edges)
  return [
    ...new Set(changes.map(({ account }) => account)),
    ...deleted.map(({ id }) => touchedTransaction(referenceOf(id))),
  ]
}

async function rewriteChunks(db: LedgerDb, changes: readonly AccountChange[]): Promise<void> {
  const byKey = new Map(changes.map((change) => [keyOf(change), change]))
  const old: StoredChunk[] = []
  const rewritten = []
  for (const chunk of await selectChunks(db, changes)) {
    const change = byKey.get(keyOf(chunk))
    if (change === undefined) continue
    const left = withoutGone(chunk.rows, change)
    const rows = packMovements(left)
    if (rows.length === chunk.rows.length) continue
    old.push(chunk)
    if (left.length === 0) continue
    const { coin, seq } = chunk
    rewritten.push(packChunk({ address: Buffer.from(chunk.account, 'hex'), coin, seq }, rows))
  }
  if (old.length > 0) await deleteChunks(db, old)
  if (rewritten.length > 0) await insertChunks(db, rewritten)
}

const keyOf = ({ account, coin }: Pick<AccountChange, 'account' | 'coin'>) => `${coin} ${account}`

function withoutGone(packed: Buffer, { coin, movements }: AccountChange): PackedMovement[] {
  const placeOf = ({ tx, position, kind }: PackedMovement) => `${tx} ${position} ${kind}`
  const gone = new Set(movements.map(placeOf))
  return readMovements(packed, coin).filter((movement) => !gone.has(placeOf(movement)))
}

const least = (numbers: readonly number[]) => numbers.reduce((one, other) => Math.min(one, other))
const greatest = (numbers: readonly number[]) => numbers.reduce((one, other) => Math.max(one, other))
