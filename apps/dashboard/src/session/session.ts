import type { MemberSession } from '@touchstone/contract'
import { createContext, use } from 'react'
import type { Api } from '../api/create-api.ts'

export type Membership = MemberSession['memberships'][number]

export type Session = {
  readonly api: Api
  readonly email: string
  /** Whether the service has a ledger. */
  readonly addressRisk: boolean
  /** Whether the member signed in with single sign-on. */
  readonly sso: boolean
  readonly memberships: readonly Membership[]
  /** The selected merchant, whose data the pages show. */
  readonly merchant: { readonly mchNo: string; readonly name: string }
  readonly role: Membership['role']
  /** The path prefix of all calls for this merchant. */
  readonly path: string
  allows(permission: string): boolean
  choose(mchNo: string): void
  signOut(): Promise<void>
  /** Shows the sign-in page after all sessions have ended. */
  signedOut(): void
}

export const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = use(SessionContext)
  if (session === undefined) throw new Error('useSession must be used inside a SessionContext provider')
  return session
}
