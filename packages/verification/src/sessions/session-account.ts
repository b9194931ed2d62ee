import { type Account, parseAccount } from '@touchstone/chain/accounts'
import type { Vault } from '@touchstone/common'
import { findChain } from '@touchstone/contract'
import { type AccountInput, accountFingerprint } from '@touchstone/kyc'
import { accountNames, type Session } from './session.ts'

type WithVault = { vault: Vault }

/** Classifies the name by which the hosting page identifies its user, by its format. */
export function accountOf(name: string, chainId: string): AccountInput {
  if (name.includes('@')) return { kind: 'email', value: name }
  try {
    return { kind: 'wallet', chainId, value: parseAccount({ chainId, address: name }).address, spelled: name }
  } catch {
    return { kind: 'other', value: name }
  }
}

/** Returns the accounts that the hosting page named, classified. */
export function accountsOf(context: WithVault, session: Session): AccountInput[] {
  return accountNames(context, session).map((name) => accountOf(name, session.chainId))
}

/** Returns the account that a journey is for: the first one. Undefined before the page has named any. */
export function sessionAccount(context: WithVault, session: Session): AccountInput | undefined {
  return accountsOf(context, session)[0]
}

/** Returns the account that the person has agreed to. Throws without an agreement. */
export function agreedAccount(context: WithVault, session: Session): AccountInput {
  const account = sessionAccount(context, session)
  if (!account || !session.authorizedAt) throw new Error('nobody has agreed to an account yet')
  return account
}

/** Returns the account if it is a wallet of the session's chain. */
export function walletOfSession(context: WithVault, session: Session): Account | undefined {
  const account = sessionAccount(context, session)
  return account?.kind === 'wallet'
    ? parseAccount({ chainId: account.chainId, address: account.value })
    : undefined
}

/** Returns the account as the hosting page spells it, so that its user recognises it. */
export function spelledAs(account: AccountInput): string {
  return account.kind === 'wallet' ? (account.spelled ?? account.value) : account.value
}

/** Returns the name of the wallet's chain; undefined for other accounts. */
export function networkOf(account: AccountInput): string | undefined {
  return account.kind === 'wallet' ? (findChain(account.chainId)?.name ?? account.chainId) : undefined
}

/**
 * Whether the account's wallet has signed in this session and the signature counts on the session's chain.
 */
export function isProven({ vault }: WithVault, session: Session): boolean {
  const account = sessionAccount({ vault }, session)
  if (!account || !session.provenHash || session.provenChain === null) return false
  const isSame = accountFingerprint(vault, account.value).equals(session.provenHash)
  return isSame && (session.provenChain === anyChain || session.provenChain === session.chainId)
}

/** A key signs the same way on every chain of its family. */
export const anyChain = ''
