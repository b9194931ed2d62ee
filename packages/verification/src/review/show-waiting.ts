import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { countOpenReviews } from '../journey/review-store.ts'
import { countMails } from '../login/mail-state-store.ts'

const dayMs = 86_400_000

export type WaitingState = {
  reviews: { waiting: number; since: Date | null }
  /** The period in which login codes are counted. */
  mails: { sent: number; failed: number }
}

/** For the operator, counts the open reviews and the login mails that were sent or could not be sent. */
export async function showWaiting(
  context: Pick<VerificationContext, 'database' | 'clock'>,
): Promise<WaitingState> {
  const db = journeyTablesOf(context)
  const since = new Date(context.clock.now() - dayMs)
  const [reviews, mails] = await Promise.all([countOpenReviews(db), countMails(db, since)])
  return { reviews, mails }
}
