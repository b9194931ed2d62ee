import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { deleteChallengeCountsBefore } from './challenge-count-store.ts'
import { deleteSeenBefore } from './seen-pictures-store.ts'

/** How long a picture that was looked at is known again. */
const seenMs = 24 * 3_600_000

/** Removes hashes of pictures after a day, and counts of challenges that do not count any more. */
export async function tidyCaptures(context: VerificationContext): Promise<void> {
  const db = journeyTablesOf(context)
  const now = context.clock.now()
  await deleteSeenBefore(db, new Date(now - seenMs))
  await deleteChallengeCountsBefore(db, new Date(now))
}
