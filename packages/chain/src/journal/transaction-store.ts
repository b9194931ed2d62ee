import { sql, type Transaction } from 'kysely'
import type { Hex } from 'viem'
import type { JobReceipt, JobTransaction } from './chain-job.ts'
import type { JournalDb, QueueId } from './job-store.ts'
import type { ChainTables } from './tables.ts'

export type NewTransaction = {
  readonly jobId: number
  readonly nonce: number
  readonly hash: Hex
  readonly raw: Hex
  readonly maxFee: bigint
  readonly maxTip: bigint
}

/**
 * Stores signed transactions for jobs that still have their nonce and whose newest stored transaction is
 * `after`, which is the last transaction that the caller knew about (undefined for the first). Requires
 * `lockQueue`. The transactions can be broadcast afterwards.
 */
export async function storeSigned(
  db: Transaction<ChainTables>,
  queue: QueueId,
  signed: readonly (NewTransaction & { readonly after?: Hex })[],
  now: Date,
): Promise<number> {
  const rows = await db
    .selectFrom('chain_job')
    .select(['id', 'nonce', 'status'])
    .where(
      'id',
      'in',
      signed.map(({ jobId }) => jobId),
    )
    .execute()
  const newest = await newestHashes(db, signed)
  const states = new Map(rows.map((row) => [Number(row.id), row]))
  const current = signed.filter(({ jobId, nonce, after }) => {
    const state = states.get(jobId)
    const inFlight = state && ['reserved', 'signed', 'sent'].includes(state.status)
    return inFlight && Number(state.nonce) === nonce && newest.get(`${jobId}:${nonce}`) === after
  })
  if (current.length === 0) return 0
  await db
    .insertInto('chain_transaction')
    .values(
      current.map(({ jobId, nonce, hash, raw, maxFee, maxTip }) => ({
        chain_id: queue.chainId,
        hash,
        job_id: jobId,
        signer: queue.signer,
        nonce,
        raw,
        max_fee: String(maxFee),
        max_tip: String(maxTip),
        signed_at: now,
        offered_at: null,
        offered_block: null,
        sent_at: null,
      })),
    )
    .execute()
  await db
    .updateTable('chain_job')
    .set({ status: 'signed', waiting: null, updated_at: now })
    .where(
      'id',
      'in',
      current.map(({ jobId }) => jobId),
    )
    .execute()
  return current.length
}

async function newestHashes(db: JournalDb, signed: readonly NewTransaction[]): Promise<Map<string, Hex>> {
  const rows = await db
    .selectFrom('chain_transaction')
    .select(['job_id', 'nonce', 'hash'])
    .where(
      'job_id',
      'in',
      signed.map(({ jobId }) => jobId),
    )
    .orderBy('max_fee')
    .orderBy('max_tip')
    .execute()
  return new Map(rows.map(({ job_id, nonce, hash }) => [`${Number(job_id)}:${Number(nonce)}`, hash as Hex]))
}

/** Records that nodes have accepted the transactions. */
export async function markSent(
  db: Transaction<ChainTables>,
  sent: readonly { jobId: number; transaction: JobTransaction }[],
  options: { now: Date; head: number },
): Promise<void> {
  const { now, head } = options
  if (sent.length === 0) return
  await db
    .updateTable('chain_transaction')
    .set((expression) => ({
      sent_at: now,
      offered_at: expression.fn.coalesce('offered_at', expression.val(now)),
      offered_block: expression.fn.coalesce('offered_block', sql<number>`${head}::bigint`),
      broadcasts: expression('broadcasts', '+', 1),
    }))
    .where(
      'hash',
      'in',
      sent.map(({ transaction }) => transaction.hash),
    )
    .execute()
  await db
    .updateTable('chain_job')
    .set({ status: 'sent', waiting: null, updated_at: now })
    .where(
      'id',
      'in',
      sent.map(({ jobId }) => jobId),
    )
    .where('status', 'in', ['signed', 'sent'])
    .execute()
}

export type Inclusion = {
  readonly jobId: number
  readonly nonce: number
  readonly receipt: JobReceipt
  /** Set only if the call reverted. */
  readonly revert?: { readonly already: boolean; readonly data: Hex; readonly text: string }
}

/**
 * Marks jobs as included in a block if they are in flight and still have the given nonce. Returns the number
 * of marked jobs.
 */
export async function markIncluded(db: JournalDb, found: readonly Inclusion[], now: Date): Promise<number> {
  if (found.length === 0) return 0
  const facts = found.map(({ jobId, nonce, receipt, revert }) => ({
    id: jobId,
    nonce,
    tx_hash: receipt.hash,
    block_number: receipt.blockNumber,
    block_hash: receipt.blockHash,
    succeeded: receipt.succeeded,
    gas_used: Number(receipt.gasUsed),
    gas_price: String(receipt.gasPrice),
    contract_address: receipt.contractAddress ?? null,
    logs: JSON.stringify(receipt.logs),
    witnesses: receipt.witnesses,
    already: revert?.already ? revert.data : null,
    reason: receipt.succeeded || revert?.already ? null : 'chain.reverted',
    reason_text: receipt.succeeded || revert?.already ? null : (revert?.text ?? ''),
  }))
  const { rows } = await sql<{ id: number }>`
    update chain_job set status = 'included', waiting = null, recovering = false,
      foreign_block = null, foreign_hash = null, updated_at = ${now},
      tx_hash = fact.tx_hash, block_number = fact.block_number, block_hash = fact.block_hash,
      succeeded = fact.succeeded, gas_used = fact.gas_used, gas_price = fact.gas_price,
      contract_address = fact.contract_address, logs = fact.logs, witnesses = fact.witnesses,
      already = fact.already, reason = fact.reason, reason_text = fact.reason_text
    from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as fact (
      id bigint, nonce bigint, tx_hash text, block_number bigint, block_hash text, succeeded boolean,
      gas_used bigint, gas_price numeric, contract_address text, logs text, witnesses integer,
      already text, reason text, reason_text text)
    where chain_job.id = fact.id and chain_job.nonce = fact.nonce and chain_job.status in ('signed', 'sent')
    returning chain_job.id`.execute(db)
  return rows.length
}

/** Stores the gas limits determined by the simulations. */
export async function storeGas(
  db: JournalDb,
  found: readonly { id: number; gas: bigint }[],
  now: Date,
): Promise<number> {
  if (found.length === 0) return 0
  const facts = JSON.stringify(found.map(({ id, gas }) => ({ id, gas: String(gas) })))
  const { rows } = await sql<{ id: number }>`
    update chain_job set gas = fact.gas, waiting = null, updated_at = ${now}
    from jsonb_to_recordset(${facts}::jsonb) as fact (id bigint, gas bigint)
    where chain_job.id = fact.id and chain_job.status = 'queued'
    returning chain_job.id`.execute(db)
  return rows.length
}
