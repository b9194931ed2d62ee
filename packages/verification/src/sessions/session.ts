import type { Vault } from '@touchstone/common'
import type { VerificationDb } from '../context.ts'
import { sessionAccountsColumn, sessionLoginColumn } from '../sealed-columns.ts'

/** A page opened with an access token, or a phone that continues part of such a page's journey. */
export type Session = {
  id: number
  merchantId: number
  programId: number
  /** The program version that this page shows. */
  programVersion: number
  loginMode: 'email' | 'wallet'
  origin: string
  chainId: string
  checkAddress: boolean
  locale: string
  role: 'own' | 'phone'
  parentId: number | null
  accountsSealed: Uint8Array | null
  /** The device's wallet, whose key has signed in this session. */
  ssiWallet: string | null
  commitment: string | null
  authorizedAt: Date | null
  loginSealed: Uint8Array | null
  loginKind: 'email' | 'wallet' | null
  loginAt: Date | null
  /**
   * The account whose wallet has signed, and the chain on which the signature is valid. An empty chain
   * represents every chain.
   */
  provenHash: Uint8Array | null
  provenChain: string | null
  deviceNonce: string
  /** Whether the person has lost the previous device and has to show their face instead. */
  faceAgain: boolean
  journeyId: number | null
  /** A keyed hash of the network from which the page was last used. */
  networkHash: Uint8Array | null
  createdAt: Date
  usedAt: Date
  closedAt: Date | null
}

export type SessionDb = VerificationDb

/**
 * Returns the identifiers that the hosting page uses for its user, in their original spelling, with the
 * associated account first.
 */
export function accountNames({ vault }: { vault: Vault }, session: Session): string[] {
  const { accountsSealed, parentId, id } = session
  if (!accountsSealed) return []
  return JSON.parse(vault.open(accountsSealed, sessionAccountsColumn.at(parentId ?? id))) as string[]
}

/** Returns the login, or undefined if the person has not logged in. */
export function loginOf({ vault }: { vault: Vault }, session: Session): string | undefined {
  const { loginSealed, parentId, id } = session
  return loginSealed ? vault.open(loginSealed, sessionLoginColumn.at(parentId ?? id)) : undefined
}
