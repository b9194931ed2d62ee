import { UserError } from '@touchstone/common'
import type { DeviceWallet } from '@touchstone/contract'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { selectHandOffOf, selectHandOffOfPhone } from '../hand-off/hand-off-store.ts'
import { isForPhone } from '../hand-off/phone-stages.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { loadState } from '../journey/load-state.ts'
import { addressWaits } from '../login/complete-login.ts'
import { otherStep } from '../other-step.ts'
import { isFaceKnown } from '../people/is-face-known.ts'
import { selectOpenRequest } from '../people/person-request-store.ts'
import { proofOf } from '../people/proof-of.ts'
import { beginVerification } from '../pipeline/begin-verification.ts'
import { isLocked } from '../pipeline/device-lock.ts'
import { stepOf } from '../pipeline/step-of.ts'
import { requireSigned } from '../sessions/device-challenge.ts'
import type { Session } from '../sessions/session.ts'
import { updateSession } from '../sessions/session-store.ts'

/**
 * Allows one device at a time. Throws for a phone that has not been confirmed or whose holder has not agreed,
 * for a device that must first prove that it belongs to the person, and for a screen that has handed off this
 * part to a phone. Returns the journey's state if it was loaded, so that the caller need not load it again.
 */
export async function requireDevice(
  context: VerificationContext,
  session: Session,
  allowed: 'both' | 'own' | 'face' | 'even-locked',
): Promise<JourneyState | undefined> {
  const db = journeyTablesOf(context)
  if (session.role === 'own') {
    const { journeyId } = session
    if (journeyId === null || !session.authorizedAt || addressWaits(context, session)) throw otherStep()
    if (allowed === 'even-locked') return undefined
    const mayBeLocked = allowed === 'face' && session.faceAgain
    const state = mayBeLocked ? undefined : await requireUnlocked(context, { ...session, journeyId })
    if (allowed === 'own') return state
    const handOff = await selectHandOffOf(db, session.id, new Date(context.clock.now()))
    if (handOff?.confirmedAt) throw otherStep()
    return state
  }
  const handOff = await selectHandOffOfPhone(db, session.id)
  const { journeyId } = session
  const isAllowed = allowed === 'both' || allowed === 'face'
  const isActive = handOff?.agreedAt && handOff.confirmedAt && !handOff.endedAt
  if (!isAllowed || !isActive || journeyId === null) throw otherStep()
  const { stage } = await stepOf(context, { ...session, journeyId })
  if (!(await isForPhone(context, { ...session, journeyId }, stage))) throw otherStep()
  return undefined
}

/** Throws if the device is locked. The person must unlock it first. */
async function requireUnlocked(
  context: VerificationContext,
  session: Session & { journeyId: number },
): Promise<JourneyState> {
  const state = await loadState(context, session.journeyId)
  if (await isLocked(context, state, session)) throw otherStep()
  // While a request is pending, no other action is possible.
  if (await selectOpenRequest(journeyTablesOf(context), state.journey.personId)) throw otherStep()
  return state
}

/** Accepts the wallet of another device or a wallet that was imported from a file. */
export async function submitDevice(
  context: VerificationContext,
  session: Session,
  input: DeviceWallet,
): Promise<void> {
  if (session.role !== 'own' || !session.authorizedAt) throw otherStep()
  await requireSigned(session, input)
  const changed = await updateSession(journeyTablesOf(context), session.id, {
    ssi_wallet: input.ssiWallet.toLowerCase(),
    commitment: input.commitment,
  })
  if (changed.journeyId !== null) await beginVerification(context, changed)
}

/**
 * Records that the person does not have the device that holds the wallet. The person will show their face and
 * continue on this device.
 */
export async function reportLostDevice(context: VerificationContext, session: Session): Promise<void> {
  if (session.role !== 'own' || session.journeyId === null || !session.authorizedAt) throw otherStep()
  const state = await loadState(context, session.journeyId)
  const isUnproven = (await proofOf(context, state.journey, session)) === 'none'
  if (!isUnproven && !(await isLocked(context, state, session))) throw otherStep()
  if (!(await isFaceKnown(context, state.journey.svcId))) throw faceUnknown()
  await updateSession(journeyTablesOf(context), session.id, { face_again: true })
}

function faceUnknown(): UserError {
  return new UserError({
    code: 'device.face-unknown',
    message: 'There is no stored faceprint to compare your face with.',
    remedy: 'Import your wallet file, or have your data deleted and start again.',
  })
}
