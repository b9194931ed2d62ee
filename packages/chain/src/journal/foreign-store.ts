import type { JournalDb } from './job-store.ts'

/**
 * Returns the block that was the newest on the chain when a foreign transaction was first found to have used
 * the job's nonce.
 */
export async function foreignOf(
  db: JournalDb,
  jobId: number,
): Promise<{ number: number; hash: string } | undefined> {
  const row = await db
    .selectFrom('chain_job')
    .select(['foreign_block', 'foreign_hash'])
    .where('id', '=', jobId)
    .executeTakeFirst()
  if (!row || row.foreign_block === null || row.foreign_hash === null) return undefined
  return { number: Number(row.foreign_block), hash: row.foreign_hash }
}

export async function setForeign(
  db: JournalDb,
  jobId: number,
  block: { number: number; hash: string } | undefined,
  now: Date,
): Promise<void> {
  await db
    .updateTable('chain_job')
    .set({ foreign_block: block?.number ?? null, foreign_hash: block?.hash ?? null, updated_at: now })
    .where('id', '=', jobId)
    .execute()
}
