import { journeyTablesOf, type VerificationContext } from '../context.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { loadState } from '../journey/load-state.ts'
import { updateVerification } from '../journey/verification-store.ts'
import { otherStep } from '../other-step.ts'
import type { Session } from '../sessions/session.ts'
import { advanceInBackground } from './advance.ts'
import { agreeForAccount, beginVerification } from './begin-verification.ts'
import { currentStep } from './pipeline.ts'

/**
 * Retries after a failure: repeats the failed step, or starts a new attempt from the first step. Throws
 * during a pause.
 */
export async function retryJourney(context: VerificationContext, session: Session): Promise<void> {
  if (session.journeyId === null) throw otherStep()
  const state = await loadState(context, session.journeyId)
  const { failure, pausedUntil, journey, forgotten } = state
  const now = context.clock.now()
  if (!failure || forgotten !== undefined || (pausedUntil !== undefined && pausedUntil > now))
    throw otherStep()
  if (failure.retry === 'step') {
    // In a complete journey, retries the grant for an account to which the person has already consented.
    if (currentStep(state)) await agreeForAccount(context, session, journey.id)
    await restartStep(context, state)
    const change = { failure: null, paused_until: null }
    await updateVerification(journeyTablesOf(context), journey.id, change, new Date(now))
    await advanceInBackground(context, journey.id)
    return
  }
  await beginVerification(context, session)
}

/** Restarts the step's external work. If the restart fails, the step fails again and reports the reason. */
async function restartStep(context: VerificationContext, state: JourneyState): Promise<void> {
  const step = currentStep(state)
  try {
    await step?.again?.(context, state)
  } catch (error) {
    const { code, name } = error as { code?: string; name: string }
    context.logger.error(
      { step: step?.name, journeyId: state.journey.id, code, reason: name },
      'failed step could not be restarted',
    )
  }
}
