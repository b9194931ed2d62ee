import type { MemberSession } from '@touchstone/contract'
import { createContext, use } from 'react'
import type { Api } from '../api/create-api.ts'

export type Membership = MemberSession['memberships'][number]

export type Session = {
  readonly api: Api
  readonly email: string
  /** Whether the service has a ledger to ask. */
  readonly addressRisk: boolean
  readonly memberships: readonly Membership[]
  /** Whose things are shown. */
  readonly merchant: { readonly mchNo: string; readonly name: string }
  readonly role: Membership['role']
  /** Begins the address of every call about this merchant. */
  readonly path: string
  allows(permission: string): boolean
  choose(mchNo: string): void
  signOut(): Promise<void>
}

export const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = use(SessionContext)
  if (session === undefined) throw new Error('a page outside of a session')
  return session
}
