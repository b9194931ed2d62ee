import type { FrameStep } from '@touchstone/contract'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import type { Session } from '../sessions/session.ts'
import { accountsOf } from '../sessions/session-account.ts'
import { shortenedLogin } from '../sessions/shortened-login.ts'
import { addressOf } from './address-of.ts'
import { selectCodeOf } from './login-code-store.ts'
import { loginLimits } from './login-limits.ts'

/** What the page shows of somebody who has not logged in yet. */
export async function loginStep(context: VerificationContext, session: Session): Promise<FrameStep> {
  if (session.loginMode === 'wallet') {
    const wallets = accountsOf(context, session).filter(({ kind }) => kind === 'wallet')
    return { name: 'login-wallet', accounts: wallets.map(({ value }) => value) }
  }
  const code = await selectCodeOf(journeyTablesOf(context), session.id)
  if (!code) return { name: 'login-email' }
  const resendAfter = code.mailState === 'failed' ? 0 : loginLimits.resendAfterMs
  return {
    name: 'login-code',
    sentTo: shortenedLogin(addressOf(context, code)),
    resendAt: code.createdAt.getTime() + resendAfter,
    expiresAt: code.expiresAt.getTime(),
    triesLeft: Math.max(0, loginLimits.tries - code.tries),
    mailbox: context.mailer.isMailbox,
  }
}
