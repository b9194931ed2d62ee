import { type Account, parseAccount } from '@touchstone/chain/accounts'
import type { Vault } from '@touchstone/common'
import { findChain } from '@touchstone/contract'
import { type AccountInput, accountFingerprint } from '@touchstone/kyc'
import { accountNames, type Session } from './session.ts'

type WithVault = { vault: Vault }

/** Determines the kind of a hosting page's user identifier from its format. */
export function accountOf(name: string, chainId: string): AccountInput {
  if (name.includes('@')) return { kind: 'email', value: name }
  try {
    return { kind: 'wallet', chainId, value: parseAccount({ chainId, address: name }).address, spelled: name }
  } catch {
    return { kind: 'other', value: name }
  }
}

/** Returns the accounts that the hosting page has named, with the kind of each account. */
export function accountsOf(context: WithVault, session: Session): AccountInput[] {
  return accountNames(context, session).map((name) => accountOf(name, session.chainId))
}

/**
 * Returns the account that the journey is for, which is the first account. Returns undefined if the page has
 * not named any account yet.
 */
export function sessionAccount(context: WithVault, session: Session): AccountInput | undefined {
  return accountsOf(context, session)[0]
}

/** Returns the account to which the person has agreed. Throws if the person has not agreed to an account. */
export function agreedAccount(context: WithVault, session: Session): AccountInput {
  const account = sessionAccount(context, session)
  if (!account || !session.authorizedAt) throw new Error('the person has not agreed to an account')
  return account
}

/** Returns the account if it is a wallet on the session's chain. */
export function walletOfSession(context: WithVault, session: Session): Account | undefined {
  const account = sessionAccount(context, session)
  return account?.kind === 'wallet'
    ? parseAccount({ chainId: account.chainId, address: account.value })
    : undefined
}

/** Returns the account in the hosting page's spelling, so that the user recognises it. */
export function spelledAs(account: AccountInput): string {
  return account.kind === 'wallet' ? (account.spelled ?? account.value) : account.value
}

/** Returns the name of a wallet's chain, or undefined for other accounts. */
export function networkOf(account: AccountInput): string | undefined {
  return account.kind === 'wallet' ? (findChain(account.chainId)?.name ?? account.chainId) : undefined
}

/**
 * Returns whether the account's wallet has signed in this session, with a signature that is valid on the
 * session's chain.
 */
export function isProven({ vault }: WithVault, session: Session): boolean {
  const account = sessionAccount({ vault }, session)
  if (!account || !session.provenHash || session.provenChain === null) return false
  const isSame = accountFingerprint(vault, account.value).equals(session.provenHash)
  return isSame && (session.provenChain === anyChain || session.provenChain === session.chainId)
}

/**
 * Represents every chain, because a key's signature is valid on all chains of the key's family.
 */
export const anyChain = ''
