import { accountFingerprint } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import type { Session } from '../sessions/session.ts'
import { sessionAccount } from '../sessions/session-account.ts'
import { isGrantedTo } from './person-journeys-store.ts'

/**
 * Returns whether the person already shares a result with this page's merchant for this page's account. If so,
 * the login alone is enough to continue, because nothing is granted to another account.
 */
export async function isOwnAccount(
  context: VerificationContext,
  personId: number,
  session: Session,
): Promise<boolean> {
  const account = sessionAccount(context, session)
  if (!account) return false
  return await isGrantedTo(journeyTablesOf(context), {
    ...{ personId, merchantId: session.merchantId, kind: account.kind },
    chainId: account.kind === 'wallet' ? account.chainId : '',
    fingerprint: accountFingerprint(context.vault, account.value),
  })
}
