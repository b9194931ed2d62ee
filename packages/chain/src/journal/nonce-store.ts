import { sql, type Transaction } from 'kysely'
import type { JobStatus } from './chain-job.ts'
import type { JournalDb, QueueId } from './job-store.ts'
import type { ChainTables } from './tables.ts'

/** Returns the next nonce of a queue, which is at least the chain's next nonce. Requires `lockQueue`. */
export async function raiseNextNonce(
  db: Transaction<ChainTables>,
  queue: QueueId,
  atLeast: number,
): Promise<number> {
  const { rows } = await sql<{ next_nonce: number }>`
    insert into chain_signer (chain_id, signer, next_nonce) values (${queue.chainId}, ${queue.signer}, ${atLeast})
    on conflict (chain_id, signer) do update
      set next_nonce = greatest(chain_signer.next_nonce, excluded.next_nonce)
    returning next_nonce`.execute(db)
  return Number(rows[0]?.next_nonce ?? atLeast)
}

export async function readNextNonce(db: JournalDb, queue: QueueId): Promise<number | undefined> {
  const row = await db
    .selectFrom('chain_signer')
    .select('next_nonce')
    .where('chain_id', '=', queue.chainId)
    .where('signer', '=', queue.signer)
    .executeTakeFirst()
  return row && Number(row.next_nonce)
}

/**
 * Assigns the next nonces to the oldest simulated jobs. Requires `lockQueue`. Returns the number of jobs that
 * got a nonce.
 */
export async function reserveNonces(
  db: Transaction<ChainTables>,
  queue: QueueId,
  options: { next: number; limit: number; now: Date },
): Promise<number> {
  const { next, limit, now } = options
  const { rows } = await sql<{ id: number }>`
    update chain_job set nonce = place.nonce, status = 'reserved', waiting = null, updated_at = ${now}
    from (
      select id, ${next}::bigint + row_number() over (order by id) - 1 as nonce
      from (
        select id from chain_job
        where chain_id = ${queue.chainId} and signer = ${queue.signer} and status = 'queued' and gas is not null
        order by id limit ${limit}
      ) as oldest
    ) as place
    where chain_job.id = place.id
    returning chain_job.id`.execute(db)
  if (rows.length > 0) {
    await db
      .updateTable('chain_signer')
      .set({ next_nonce: next + rows.length })
      .where('chain_id', '=', queue.chainId)
      .where('signer', '=', queue.signer)
      .execute()
  }
  return rows.length
}

/** Returns the jobs with nonces from `first` upwards, with their statuses. */
export async function jobsOfNonces(
  db: JournalDb,
  queue: QueueId,
  first: number,
  limit: number,
): Promise<{ id: number; nonce: number; status: JobStatus }[]> {
  const rows = await db
    .selectFrom('chain_job')
    .select(['id', 'nonce', 'status'])
    .where('chain_id', '=', queue.chainId)
    .where('signer', '=', queue.signer)
    .where('nonce', '>=', first)
    .orderBy('nonce')
    .limit(limit)
    .execute()
  return rows.map(({ id, nonce, status }) => ({ id: Number(id), nonce: Number(nonce), status }))
}

/**
 * Reopens final jobs whose transactions the chain has lost. Keeps their signed transactions and deletes their
 * receipts.
 */
export async function reopenJobs(db: JournalDb, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update chain_job set recovering = true, waiting = null, reason = null, reason_text = null, already = null,
      tx_hash = null, block_number = null, block_hash = null, succeeded = null, gas_used = null, gas_price = null,
      contract_address = null, logs = null, witnesses = null, foreign_block = null, foreign_hash = null,
      updated_at = ${now},
      status = case
        when exists (select from chain_transaction as signed
          where signed.job_id = chain_job.id and signed.nonce = chain_job.nonce) then 'signed'
        else 'reserved' end
    where id in (${sql.join([...ids])}) and nonce is not null`.execute(db)
  await db
    .updateTable('chain_transaction')
    .set({ sent_at: null, offered_at: null, offered_block: null })
    .where('job_id', 'in', [...ids])
    .execute()
}
