import type { Hex } from 'viem'
import type { JournalDb } from './job-store.ts'

/** Returns all jobs ever requested for a subject on any chain, in order. */
export async function selectJobsFor(
  db: JournalDb,
  subject: Hex,
  kind: string,
): Promise<{ chainId: number; key: string }[]> {
  const rows = await db
    .selectFrom('chain_job')
    .select(['chain_id as chainId', 'key'])
    .where('subject', '=', subject.toLowerCase())
    .where('kind', '=', kind)
    .orderBy('id')
    .execute()
  return rows.map(({ chainId, key }) => ({ chainId: Number(chainId), key }))
}
