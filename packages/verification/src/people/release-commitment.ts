import type { Journey } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { deleteCredentials } from './credential-store.ts'
import { deleteIssued } from './issued-store.ts'
import { hasProven, isCommitmentOfOther, selectPersonFile, upsertPersonFile } from './person-file-store.ts'

/**
 * One person, one secret, from the first accepted proof on. Before it, a person who goes on with another device is issued
 * to that one, and what was issued to the other is gone. True where the session's device is, or now is, the person's.
 */
export async function releaseCommitment(
  context: VerificationContext,
  { id: journeyId, personId, attempt }: Journey,
  commitment: string | null,
): Promise<boolean> {
  const db = journeyTablesOf(context)
  if (commitment === null || (await isCommitmentOfOther(db, commitment, personId))) return false
  const file = await selectPersonFile(db, personId)
  if (!file?.commitment || file.commitment === commitment) return true
  if (await hasProven(db, personId)) return false
  await db.transaction().execute(async (tables) => {
    await deleteCredentials(tables, personId)
    await deleteIssued(tables, journeyId, attempt)
    await upsertPersonFile(tables, personId, { commitment: null })
  })
  return true
}
