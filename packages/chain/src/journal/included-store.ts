import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { ChainJob } from './chain-job.ts'
import { toJob } from './job-row.ts'
import type { JournalDb, QueueId } from './job-store.ts'

/** Returns jobs that are waiting for their block to become final, oldest block first. */
export async function includedJobs(
  db: JournalDb,
  queue: QueueId,
  limit: number,
): Promise<{ job: ChainJob; block: number; hash: Hex }[]> {
  const rows = await db
    .selectFrom('chain_job')
    .selectAll()
    .where('chain_id', '=', queue.chainId)
    .where('signer', '=', queue.signer)
    .where('status', '=', 'included')
    .orderBy('block_number')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    job: toJob(row),
    block: Number(row.block_number),
    hash: row.block_hash as Hex,
  }))
}

/**
 * Handles jobs whose block was reorganised. Jobs with a nonce are resent unchanged; jobs without a nonce are
 * simulated again.
 */
export async function undoInclusion(db: JournalDb, ids: readonly number[], now: Date): Promise<number> {
  if (ids.length === 0) return 0
  const { rows } = await sql<{ id: number }>`
    update chain_job set status = case when nonce is null then 'queued' else 'signed' end,
      gas = case when nonce is null then null else gas end,
      waiting = null, reason = null, reason_text = null, already = null, tx_hash = null, block_number = null,
      block_hash = null, succeeded = null, gas_used = null, gas_price = null, contract_address = null, logs = null,
      witnesses = null, updated_at = ${now}
    where id in (${sql.join([...ids])}) and status = 'included'
    returning id`.execute(db)
  return rows.length
}
