import { journeyTablesOf, type VerificationContext } from '../context.ts'
import type { Session } from '../sessions/session.ts'
import { selectPersonFile } from './person-file-store.ts'

/**
 * Returns true if the session's device holds the secret to which the person's credentials were issued, or if
 * no credential has been issued.
 */
export async function holdsSecret(
  context: VerificationContext,
  { personId, ssiWallet }: { personId: number; ssiWallet: string },
  session: Session,
): Promise<boolean> {
  const file = await selectPersonFile(journeyTablesOf(context), personId)
  if (!file?.commitment) return true
  return file.commitment === session.commitment && ssiWallet === session.ssiWallet
}
