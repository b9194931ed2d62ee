import type { VerificationContext } from '../context.ts'
import { beginVerification } from '../pipeline/begin-verification.ts'
import type { Session } from '../sessions/session.ts'
import { isProven } from '../sessions/session-account.ts'

/** Returns whether the account's wallet still has to sign. */
export function addressWaits(context: Pick<VerificationContext, 'vault'>, session: Session): boolean {
  return session.checkAddress && !isProven(context, session)
}

/**
 * Begins or resumes the journey once the person has authorized, logged in and, where required, proven
 * ownership of the account.
 */
export async function completeLogin(context: VerificationContext, session: Session): Promise<void> {
  if (session.authorizedAt && session.loginAt && !addressWaits(context, session))
    await beginVerification(context, session)
}
