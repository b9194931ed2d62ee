import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { deleteChallengeCountsBefore } from './challenge-count-store.ts'
import { deleteSeenBefore } from './seen-pictures-store.ts'

/** How long the hash of an analysed picture is stored. */
const seenMs = 24 * 3_600_000

/** Deletes picture hashes after a day, and deletes challenge counts that no longer have an effect. */
export async function tidyCaptures(context: VerificationContext): Promise<void> {
  const db = journeyTablesOf(context)
  const now = context.clock.now()
  await deleteSeenBefore(db, new Date(now - seenMs))
  await deleteChallengeCountsBefore(db, new Date(now))
}
