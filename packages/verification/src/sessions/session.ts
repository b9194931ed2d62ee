import type { Vault } from '@touchstone/common'
import type { VerificationDb } from '../context.ts'
import { sessionAccountsColumn, sessionLoginColumn } from '../sealed-columns.ts'

/** A page that was opened with an access token, or a phone that was handed a part of it. */
export type Session = {
  id: number
  merchantId: number
  programId: number
  /** Of the program, as this page shows it. */
  programVersion: number
  loginMode: 'email' | 'wallet'
  origin: string
  chainId: string
  checkAddress: boolean
  locale: string
  role: 'own' | 'phone'
  parentId: number | null
  accountsSealed: Uint8Array | null
  /** Its key has signed in this session. */
  ssiWallet: string | null
  commitment: string | null
  authorizedAt: Date | null
  loginSealed: Uint8Array | null
  loginKind: 'email' | 'wallet' | null
  loginAt: Date | null
  /** The account whose wallet has signed, and the chain that it counts on; empty: every chain. */
  provenHash: Uint8Array | null
  provenChain: string | null
  deviceNonce: string
  /** The person has lost the device of before, and shows the face in its place. */
  faceAgain: boolean
  journeyId: number | null
  createdAt: Date
  usedAt: Date
  closedAt: Date | null
}

export type SessionDb = VerificationDb

/** How the hosting page named its user, the associated account first; in the page's own words. */
export function accountNames({ vault }: { vault: Vault }, session: Session): string[] {
  const { accountsSealed, parentId, id } = session
  if (!accountsSealed) return []
  return JSON.parse(vault.open(accountsSealed, sessionAccountsColumn.at(parentId ?? id))) as string[]
}

/** What the person has logged in with; undefined before. */
export function loginOf({ vault }: { vault: Vault }, session: Session): string | undefined {
  const { loginSealed, parentId, id } = session
  return loginSealed ? vault.open(loginSealed, sessionLoginColumn.at(parentId ?? id)) : undefined
}
