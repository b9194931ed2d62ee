import { type Account, parseAccount } from '@touchstone/chain/accounts'
import type { Vault } from '@touchstone/common'
import { findChain } from '@touchstone/contract'
import { type AccountInput, accountFingerprint } from '@touchstone/kyc'
import { accountNames, type Session } from './session.ts'

type WithVault = { vault: Vault }

/** The hosting page says how it knows the user; what it is shows in how it is written. */
export function accountOf(name: string, chainId: string): AccountInput {
  if (name.includes('@')) return { kind: 'email', value: name }
  try {
    return { kind: 'wallet', chainId, value: parseAccount({ chainId, address: name }).address, spelled: name }
  } catch {
    return { kind: 'other', value: name }
  }
}

/** The accounts that the hosting page named, each as what it is. */
export function accountsOf(context: WithVault, session: Session): AccountInput[] {
  return accountNames(context, session).map((name) => accountOf(name, session.chainId))
}

/** The one of them that a journey is for: the first. Undefined before the page has named any. */
export function sessionAccount(context: WithVault, session: Session): AccountInput | undefined {
  return accountsOf(context, session)[0]
}

/** The same for somebody who has agreed to it. */
export function agreedAccount(context: WithVault, session: Session): AccountInput {
  const account = sessionAccount(context, session)
  if (!account || !session.authorizedAt) throw new Error('nobody has agreed to an account yet')
  return account
}

/** The account, if it is a wallet of the session's chain. */
export function walletOfSession(context: WithVault, session: Session): Account | undefined {
  const account = sessionAccount(context, session)
  return account?.kind === 'wallet'
    ? parseAccount({ chainId: account.chainId, address: account.value })
    : undefined
}

/** As the hosting page writes it: what its user knows again. */
export function spelledAs(account: AccountInput): string {
  return account.kind === 'wallet' ? (account.spelled ?? account.value) : account.value
}

/** The name of the chain that a wallet is on; nothing for an account that belongs to no chain. */
export function networkOf(account: AccountInput): string | undefined {
  return account.kind === 'wallet' ? (findChain(account.chainId)?.name ?? account.chainId) : undefined
}

/** Whether the account's wallet has signed in this session, and that counts on the session's chain. */
export function isProven({ vault }: WithVault, session: Session): boolean {
  const account = sessionAccount({ vault }, session)
  if (!account || !session.provenHash || session.provenChain === null) return false
  const isSame = accountFingerprint(vault, account.value).equals(session.provenHash)
  return isSame && (session.provenChain === anyChain || session.provenChain === session.chainId)
}

/** A key signs the same on every chain of its family. */
export const anyChain = ''
