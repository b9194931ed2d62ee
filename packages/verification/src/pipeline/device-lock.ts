import { statusesOf } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { canReuse } from '../people/can-reuse.ts'
import { isOwnAccount } from '../people/is-own-account.ts'
import { selectPersonFile } from '../people/person-file-store.ts'
import { type PersonRequest, selectOpenRequest } from '../people/person-request-store.ts'
import { type Proof, proofOf } from '../people/proof-of.ts'
import { isReused } from '../people/reuse-credential.ts'
import type { Session } from '../sessions/session.ts'
import { livenessStep } from '../steps/liveness.ts'
import { proofStep } from '../steps/proof.ts'
import { currentStep, stepsOf } from './pipeline.ts'

/**
 * Returns whether the device is locked. A login alone does not identify a known person. Once a credential has
 * been issued to a secret, a device without that secret can neither show the credential, nor share it for
 * another account, nor show the person's data. To unlock the device, the person imports the wallet or shows
 * their face.
 */
export async function isLocked(
  context: VerificationContext,
  state: JourneyState,
  session: Session,
): Promise<boolean> {
  const { journey, program } = state
  if (state.forgotten !== undefined) return false
  const proof = await proofOf(context, journey, session)
  const request = await selectOpenRequest(journeyTablesOf(context), journey.personId)
  if (request) return !(await mayDecide(context, request, session, proof))
  if (proof !== 'none') return false
  if (session.faceAgain) return true
  const { steps } = statusesOf(program)
  const step = currentStep(state)
  if (step === undefined) return !(await isOwnAccount(context, journey.personId, session))
  if (state.reused || (journey.status === steps[0] && (await canReuse(context, state)))) {
    const needsSecret = step.name === proofStep.name && !isReused(state, step)
    return needsSecret || !(await isOwnAccount(context, journey.personId, session))
  }
  // The face was checked with colours on this device in the current journey, and the credential is then
  // issued to this device. Without colours, the credential is issued to the device that already holds one.
  const showsFace = stepsOf(program).some(({ name }) => name === livenessStep.name)
  if (showsFace && steps.indexOf(journey.status) < steps.indexOf('Liveness Checked')) return false
  return !showsFace || state.shownOn !== session.ssiWallet || !state.checks.get('liveness-colours')
}

/**
 * Returns whether a session can end or continue an open request. Before an objection, any proof is enough to
 * end the request. After an objection, a face counts as proof only if it was shown again. The device that
 * held the credentials before the face match can always do so.
 */
export async function mayDecide(
  context: VerificationContext,
  { personId, walletBefore, objectedAt }: PersonRequest,
  session: Session,
  proof: Proof,
): Promise<boolean> {
  if (proof === 'key' || proof === 'new') return true
  if (walletBefore !== null && walletBefore === session.ssiWallet) return true
  if (proof === 'none') return false
  if (objectedAt === null) return true
  const movedAt = (await selectPersonFile(journeyTablesOf(context), personId))?.movedAt
  return movedAt !== undefined && movedAt !== null && movedAt > objectedAt
}
