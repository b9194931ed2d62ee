import { statusesOf } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { canReuse } from '../people/can-reuse.ts'
import { holdsSecret } from '../people/holds-secret.ts'
import { isKnownTo } from '../people/person-journeys-store.ts'
import { isReused } from '../people/reuse-credential.ts'
import type { Session } from '../sessions/session.ts'
import { livenessStep } from '../steps/liveness.ts'
import { proofStep } from '../steps/proof.ts'
import { currentStep, stepsOf } from './pipeline.ts'

/**
 * Returns whether the device is locked. A login alone does not identify the person. Once a credential has
 * been issued to a secret, a device without that secret can neither see the credential nor share it with a
 * merchant that does not know the person. To unlock the device, the person imports the wallet or shows their
 * face.
 */
export async function isLocked(
  context: VerificationContext,
  state: JourneyState,
  session: Session,
): Promise<boolean> {
  const { journey, program } = state
  const step = currentStep(state)
  if (step === undefined || (await holdsSecret(context, journey, session))) return false
  const { steps } = statusesOf(program)
  if (state.reused || (journey.status === steps[0] && (await canReuse(context, state)))) {
    const needsSecret = step.name === proofStep.name && !isReused(state, step)
    return needsSecret || !(await isKnownTo(journeyTablesOf(context), journey.personId, program.merchantId))
  }
  // The face was checked on this device in the current journey, and the credential is then issued to this
  // device.
  const showsFace = stepsOf(program).some(({ name }) => name === livenessStep.name)
  if (showsFace && steps.indexOf(journey.status) < steps.indexOf('Liveness Checked')) return false
  return !showsFace || state.shownOn !== session.ssiWallet
}
