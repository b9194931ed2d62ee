import { lineOf } from '@touchstone/kyc'
import type { VerificationContext } from '../context.ts'
import type { JourneyState } from '../pipeline/journey-state.ts'
import { currentStep, stepsOf } from '../pipeline/pipeline.ts'
import type { Session } from '../sessions/session.ts'
import { livenessStep } from '../steps/liveness.ts'
import { canReuse } from './can-reuse.ts'
import { holdsSecret } from './holds-secret.ts'

/**
 * A login alone is not the person. Where a secret was issued, a device without it neither sees a credential nor shares what
 * it says with a merchant that has not seen the person: it brings the wallet, or shows the face.
 */
export async function isLocked(
  context: VerificationContext,
  state: JourneyState,
  session: Session,
): Promise<boolean> {
  const { journey, program } = state
  if (currentStep(state) === undefined) return false
  if (await holdsSecret(context, journey, session)) return false
  const { steps } = lineOf(program)
  if (journey.status === steps[0] && (await canReuse(context, state))) return true
  // The face is shown on the way, on this device, and the credential is then issued to it.
  const reached = steps.indexOf(journey.status)
  const showsFace = stepsOf(program).some((step) => step.name === livenessStep.name)
  if (showsFace && reached < steps.indexOf('Liveness Checked')) return false
  return !showsFace || state.shownOn !== session.ssiWallet
}
