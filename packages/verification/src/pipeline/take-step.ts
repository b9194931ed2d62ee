import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { applyOutcome } from '../journey/apply-outcome.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { loadState } from '../journey/load-state.ts'
import type { Step } from '../journey/step.ts'
import { updateVerification } from '../journey/verification-store.ts'
import { otherStep } from '../other-step.ts'
import type { Session } from '../sessions/session.ts'
import { advanceInBackground } from './advance.ts'
import { currentStep } from './pipeline.ts'

/** Passes the person's input to the current step. */
export async function takeStep<Input>(
  context: VerificationContext,
  session: Session,
  step: Step<Input>,
  input: Input,
  loaded?: JourneyState,
): Promise<void> {
  const state = await stateOfTurn(context, session, step.name, loaded)
  await finishStep(context, session, { state, step }, input)
}

/** Runs a step of a journey whose state is already loaded. */
export async function finishStep<Input>(
  context: VerificationContext,
  session: Session,
  { state, step }: { state: JourneyState; step: Step<Input> },
  input: Input,
): Promise<void> {
  const outcome = await step.run(context, state, input)
  // Write the device before the outcome. Once the outcome is written, the journey can continue automatically
  // and issue a credential. This record also hides the device's failures and reviews from other, unproven
  // devices.
  const isShownHere = outcome.kind === 'negative' || outcome.kind === 'review'
  if (isShownHere || (step.isEvidence && outcome.kind === 'passed')) {
    const at = new Date(context.clock.now())
    const change = { shown_on: session.ssiWallet }
    await updateVerification(journeyTablesOf(context), state.journey.id, change, at)
  }
  await applyOutcome(context, state, step, outcome)
  await advanceInBackground(context, state.journey.id)
}

/**
 * Returns the journey's state if the given step is the current one. Throws otherwise. `loaded` is the
 * journey's state, if the caller has just loaded it.
 */
export async function stateOfTurn(
  context: VerificationContext,
  session: Session,
  stepName: string,
  loaded?: JourneyState,
): Promise<JourneyState> {
  if (session.journeyId === null) throw otherStep()
  const state = loaded ?? (await loadState(context, session.journeyId))
  if (state.failure || state.review || currentStep(state)?.name !== stepName) throw otherStep()
  return state
}
