import type { AccountInput } from '@touchstone/kyc'
import type { VerificationContext } from '../context.ts'
import { accountOf } from '../pipeline/begin-verification.ts'
import { accountNames } from './account-names.ts'
import type { Session } from './session.ts'

/** The accounts that the hosting page named, each as what it is. */
export function accountsOf(context: Pick<VerificationContext, 'vault'>, session: Session): AccountInput[] {
  return accountNames(context, session).map((name) => accountOf(name, session.chainId))
}
