import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { selectHandOffOf, selectHandOffOfPhone } from '../hand-off/hand-off-store.ts'
import { phoneStages } from '../hand-off/phone-stages.ts'
import { addressWaits } from '../login/complete-login.ts'
import { otherStep } from '../pipeline/other-step.ts'
import { stepOf } from '../pipeline/step-of.ts'
import type { Session } from './session.ts'

/** One device at a time: refuses what comes from the screen that has handed this part over, or from an unconfirmed phone. */
export async function requireDevice(
  context: VerificationContext,
  session: Session,
  allowed: 'both' | 'own',
): Promise<void> {
  const db = journeyTablesOf(context)
  if (session.role === 'own') {
    if (session.journeyId === null || !session.authorizedAt || addressWaits(context, session))
      throw otherStep()
    if (allowed === 'own') return
    const handOff = await selectHandOffOf(db, session.id, new Date(context.clock.now()))
    if (handOff?.confirmedAt) throw otherStep()
    return
  }
  const handOff = await selectHandOffOfPhone(db, session.id)
  const { journeyId } = session
  if (allowed === 'own' || !handOff?.confirmedAt || handOff.endedAt || journeyId === null) throw otherStep()
  const { stage } = await stepOf(context, { ...session, journeyId })
  if (!phoneStages.has(stage)) throw otherStep()
}
