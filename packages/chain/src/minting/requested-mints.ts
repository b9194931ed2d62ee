import type { Database } from '@touchstone/storage'
import type { Hex } from 'viem'
import { selectJobsFor } from '../journal/subject-store.ts'
import type { ChainTables } from '../journal/tables.ts'
import { mintOfKey } from './mint-ids.ts'

/** Returns every mint that was ever requested for a person on any chain, whatever its status. */
export async function requestedMints(
  database: Database,
  person: Hex,
): Promise<{ chain: string; mintId: Hex }[]> {
  const jobs = await selectJobsFor(database.tables<ChainTables>(), person, 'mint')
  return jobs.map(({ chainId, key }) => ({ chain: String(chainId), mintId: mintOfKey(key) }))
}
