import type { AccountInput } from '@touchstone/kyc'
import type { VerificationContext } from '../context.ts'
import { accountOf } from '../pipeline/begin-verification.ts'
import type { Session } from './session.ts'

/** How the hosting page knows its user, the associated account first. */
export function accountsOf(context: Pick<VerificationContext, 'vault'>, session: Session): AccountInput[] {
  if (!session.accountsSealed) return []
  const names = JSON.parse(context.vault.open(session.accountsSealed)) as string[]
  return names.map((name) => accountOf(name, session.chainId))
}
