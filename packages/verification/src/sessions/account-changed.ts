import { UserError, type Vault } from '@touchstone/common'
import { canonicalAccount } from '@touchstone/kyc'
import { accountNames, type Session } from './session.ts'

/**
 * Throws unless the person consents to the session's current account, because the site could have changed the
 * account after the page showed it.
 */
export function requireSameAccount(context: { vault: Vault }, session: Session, seen: string): void {
  const [named] = accountNames(context, session)
  if (named !== undefined && canonicalAccount(named) === canonicalAccount(seen.trim())) return
  throw new UserError({
    code: 'account.changed',
    message: 'The site named an account other than the one that you agreed to.',
    remedy: 'Check the account that is shown now, and agree to it if it is yours.',
    retryable: true,
  })
}
