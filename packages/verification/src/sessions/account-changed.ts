import { UserError, type Vault } from '@touchstone/common'
import { canonicalAccount } from '@touchstone/kyc'
import { accountNames, type Session } from './session.ts'

/** What a person agrees to is the account that they saw: refused where the page has named another one since. */
export function requireSameAccount(context: { vault: Vault }, session: Session, seen: string): void {
  const [named] = accountNames(context, session)
  if (named !== undefined && canonicalAccount(named) === canonicalAccount(seen.trim())) return
  throw new UserError({
    code: 'account.changed',
    message: 'The site names another account than the one that you agreed to.',
    remedy: 'Look at the account that is shown now, and agree to it if it is yours.',
    retryable: true,
  })
}
