import type { VerificationDb } from '../context.ts'

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
