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

/**
 * Returns the memberships and invitations that a member can use after signing in. If operators need passkeys,
 * the operator's memberships and invitations are omitted after a sign-in with a mailed code.
 */
export async function rightsOf(
  context: KycContext,
  db: KycDb,
  { memberId, byPasskey }: { memberId: number; byPasskey: boolean },
): Promise<Rights> {
  const { clock, operatorsNeedPasskeys = false } = context
  const usable = ({ role }: MembershipRow) => role !== 'operator' || byPasskey || !operatorsNeedPasskeys
  const memberships = (await selectMemberships(context, db, { memberId })).filter(usable)
  const sentAfter = new Date(clock.now() - invitationMs)
  const invitations = (await selectInvitations(context, db, { memberId }, sentAfter)).filter(usable)
  return { memberships, invitations, isNone: memberships.length + invitations.length === 0 }
}
