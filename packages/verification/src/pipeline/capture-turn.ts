import type { VerificationContext } from '../context.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { loadState } from '../journey/load-state.ts'
import type { Step } from '../journey/step.ts'
import { otherStep } from '../other-step.ts'
import type { Session } from '../sessions/session.ts'
import { type FaceInput, faceStep } from '../steps/face.ts'
import { livenessStep } from '../steps/liveness.ts'
import { isLocked } from './device-lock.ts'
import { currentStep } from './pipeline.ts'

/**
 * Returns the step to which a capture on this page belongs: the journey's liveness step, or the face check
 * for a person who has lost the device. Throws if neither is current.
 */
export async function captureTurn(
  context: VerificationContext,
  session: Session,
): Promise<{ state: JourneyState; step: Step<FaceInput> }> {
  if (session.journeyId === null) throw otherStep()
  const state = await loadState(context, session.journeyId)
  if (state.failure || state.review || state.draft.reservedUntil !== undefined) throw otherStep()
  if (await isLocked(context, state, session)) {
    if (session.faceAgain) return { state, step: faceStep }
  } else if (currentStep(state)?.name === livenessStep.name) return { state, step: livenessStep }
  throw otherStep()
}
