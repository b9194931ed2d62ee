import { journeyTablesOf, type VerificationContext } from '../context.ts'
import type { Session } from '../sessions/session.ts'
import { selectPersonFile } from './person-file-store.ts'

/** Whether a session's device, whose wallet has signed, is the one that the person was issued to; so it is before anything was. */
export async function holdsSecret(
  context: VerificationContext,
  { personId, ssiWallet }: { personId: number; ssiWallet: string },
  session: Session,
): Promise<boolean> {
  const file = await selectPersonFile(journeyTablesOf(context), personId)
  if (!file?.commitment) return true
  return file.commitment === session.commitment && ssiWallet === session.ssiWallet
}
