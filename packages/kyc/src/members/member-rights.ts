import type { KycContext, KycDb } from '../context.ts'
import { type MembershipRow, selectInvitations, selectMemberships } from './member-store.ts'

const day = 24 * 3_600_000

/** An invitation that is not accepted within this time expires. */
export const invitationMs = 14 * day

/** The memberships that a member can use in a session, and the open invitations. */
export type Rights = {
  readonly memberships: readonly MembershipRow[]
  readonly invitations: readonly MembershipRow[]
  /** Whether the member has neither memberships nor invitations and therefore cannot sign in. */
  readonly isNone: boolean
}

/** How a session was started. */
export type SignInBy = {
  readonly byPasskey: boolean
  /** The identity provider. Null if the member signed in with a code or a passkey. */
  readonly provider: { readonly merchantId: number | null } | null
}

export const byCode: SignInBy = { byPasskey: false, provider: null }
export const byPasskey: SignInBy = { byPasskey: true, provider: null }

/**
 * Returns the memberships and invitations that a member can use in a session. A session that was started with an
 * identity provider is limited to the merchant, or to the operator, whose provider it is: the provider decides who
 * somebody is, so it must not decide this for others. If operators need passkeys, the operator's memberships and
 * invitations are omitted after a sign-in with a mailed code. The operator's provider always requires several factors.
 */
export async function rightsOf(
  context: KycContext,
  db: KycDb,
  { memberId, byPasskey, provider }: { memberId: number } & SignInBy,
): Promise<Rights> {
  const { clock, operatorsNeedPasskeys = false } = context
  const usable = ({ role, merchantId }: MembershipRow) => {
    if (provider) return merchantId === provider.merchantId
    return role !== 'operator' || byPasskey || !operatorsNeedPasskeys
  }
  const memberships = (await selectMemberships(context, db, { memberId })).filter(usable)
  const sentAfter = new Date(clock.now() - invitationMs)
  const invitations = (await selectInvitations(context, db, { memberId }, sentAfter)).filter(usable)
  return { memberships, invitations, isNone: memberships.length + invitations.length === 0 }
}
