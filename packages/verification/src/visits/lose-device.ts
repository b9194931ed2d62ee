import { UserError } from '@touchstone/common'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { loadState } from '../journey/load-state.ts'
import { otherStep } from '../other-step.ts'
import { isFaceKnown } from '../people/is-face-known.ts'
import { isLocked } from '../pipeline/device-lock.ts'
import type { Session } from '../sessions/session.ts'
import { updateSession } from '../sessions/session-store.ts'

/** The wallet is gone: the person will show the face, and go on with this device. */
export async function loseDevice(context: VerificationContext, session: Session): Promise<void> {
  if (session.role !== 'own' || session.journeyId === null || !session.authorizedAt) throw otherStep()
  const state = await loadState(context, session.journeyId)
  if (!(await isLocked(context, state, session))) throw otherStep()
  if (!(await isFaceKnown(context, state.journey.svcId))) throw faceUnknown()
  await updateSession(journeyTablesOf(context), session.id, { face_again: true })
}

function faceUnknown(): UserError {
  return new UserError({
    code: 'device.face-unknown',
    message: 'No face of yours is kept that could be compared with.',
    remedy: 'Bring the file of your wallet, or have your data deleted and begin again.',
  })
}
