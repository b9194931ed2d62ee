import { journeyTablesOf, type VerificationContext } from '../context.ts'
import type { Session } from '../sessions/session.ts'
import { goOn } from './advance.ts'
import { beginVerification } from './begin-verification.ts'
import { loadState } from './load-state.ts'
import { otherStep } from './take-step.ts'
import { updateVerification } from './verification-store.ts'

/** After a failure: the same step again, or a new attempt from the first one on. Not before a pause is over. */
export async function retryJourney(context: VerificationContext, session: Session): Promise<void> {
  if (session.journeyId === null) throw otherStep()
  const { failure, pausedUntil, journey, forgotten } = await loadState(context, session.journeyId)
  const now = context.clock.now()
  if (!failure || forgotten !== undefined || (pausedUntil !== undefined && pausedUntil > now))
    throw otherStep()
  if (failure.retry === 'step') {
    const change = { failure: null, paused_until: null }
    await updateVerification(journeyTablesOf(context), journey.id, change, new Date(now))
    await goOn(context, journey.id)
    return
  }
  await beginVerification(context, session)
}
