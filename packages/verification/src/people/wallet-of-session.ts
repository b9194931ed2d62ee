import { type Account, parseAccount } from '@touchstone/chain/accounts'
import type { VerificationContext } from '../context.ts'
import type { Session } from '../sessions/session.ts'

/** The associated account, if it is a wallet of the session's chain. */
export function walletOfSession({ vault }: VerificationContext, session: Session): Account | undefined {
  const [first = ''] = accountsOfSession(vault, session)
  try {
    return parseAccount({ chainId: session.chainId, address: first })
  } catch {
    return undefined
  }
}

export function accountsOfSession(vault: VerificationContext['vault'], session: Session): string[] {
  return session.accountsSealed ? (JSON.parse(vault.open(session.accountsSealed)) as string[]) : []
}
