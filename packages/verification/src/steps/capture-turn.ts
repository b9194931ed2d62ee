import type { VerificationContext } from '../context.ts'
import { isLocked } from '../people/device-lock.ts'
import type { JourneyState } from '../pipeline/journey-state.ts'
import { loadState } from '../pipeline/load-state.ts'
import { otherStep } from '../pipeline/other-step.ts'
import { currentStep } from '../pipeline/pipeline.ts'
import type { Step } from '../pipeline/step.ts'
import type { Session } from '../sessions/session.ts'
import { type FaceInput, faceStep } from './face.ts'
import { livenessStep } from './liveness.ts'

/** What a capture of this page is for, if it is its turn: the journey's own step, or the way back to a lost device. */
export async function captureTurn(
  context: VerificationContext,
  session: Session,
): Promise<{ state: JourneyState; step: Step<FaceInput> }> {
  if (session.journeyId === null) throw otherStep()
  const state = await loadState(context, session.journeyId)
  if (state.failure || state.review) throw otherStep()
  if (await isLocked(context, state, session)) {
    if (session.faceAgain) return { state, step: faceStep }
  } else if (currentStep(state)?.name === livenessStep.name) return { state, step: livenessStep }
  throw otherStep()
}
