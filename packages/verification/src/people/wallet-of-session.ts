import { type Account, parseAccount } from '@touchstone/chain/accounts'
import type { VerificationContext } from '../context.ts'
import { accountNames } from '../sessions/account-names.ts'
import type { Session } from '../sessions/session.ts'

/** The associated account, if it is a wallet of the session's chain. */
export function walletOfSession(context: VerificationContext, session: Session): Account | undefined {
  const [first = ''] = accountNames(context, session)
  try {
    return parseAccount({ chainId: session.chainId, address: first })
  } catch {
    return undefined
  }
}
