import type { VerificationContext } from '../context.ts'
import { beginVerification } from '../pipeline/begin-verification.ts'
import type { Session } from '../sessions/session.ts'

/** Whether the page's wallet still has to be proven. */
export function addressWaits(session: Session): boolean {
  return session.checkAddress && session.addressCheckedAt === null
}

/** The journey begins, or goes on, as soon as all is proven that has to be. */
export async function completeLogin(context: VerificationContext, session: Session): Promise<void> {
  if (session.loginAt && !addressWaits(session)) await beginVerification(context, session)
}
