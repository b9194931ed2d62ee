import type { VerificationContext } from '../context.ts'
import type { Session } from '../sessions/session.ts'
import { goOn } from './advance.ts'
import { applyOutcome } from './apply-outcome.ts'
import type { JourneyState } from './journey-state.ts'
import { loadState } from './load-state.ts'
import { otherStep } from './other-step.ts'
import { currentStep } from './pipeline.ts'
import type { Step } from './step.ts'

/** Hands something of the person's to the step whose turn it is. */
export async function takeStep<Input>(
  context: VerificationContext,
  session: Session,
  step: Step<Input>,
  input: Input,
): Promise<void> {
  const state = await stateOfTurn(context, session, step.name)
  await applyOutcome(context, state, step, await step.run(context, state, input))
  await goOn(context, state.journey.id)
}

/** The journey, if it is this step's turn; a page that is behind is told so. */
export async function stateOfTurn(
  context: VerificationContext,
  session: Session,
  stepName: string,
): Promise<JourneyState> {
  if (session.journeyId === null) throw otherStep()
  const state = await loadState(context, session.journeyId)
  if (state.failure || state.review || currentStep(state)?.name !== stepName) throw otherStep()
  return state
}
