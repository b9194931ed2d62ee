import type { DeviceWallet } from '@touchstone/contract'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { otherStep } from '../other-step.ts'
import { beginVerification } from '../pipeline/begin-verification.ts'
import { requireSigned } from '../sessions/device-challenge.ts'
import type { Session } from '../sessions/session.ts'
import { updateSession } from '../sessions/session-store.ts'

/** The wallet of a device that came later, or one that was brought to it as a file. */
export async function giveDevice(
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
