import { sql } from 'kysely'
import type { KycDb } from '../context.ts'
import type { Role } from './roles.ts'

export type MemberRow = { id: number; memberNo: string; emailSealed: Uint8Array; createdAt: Date }

export type MembershipRow = {
  id: number
  memberId: number
  memberNo: string
  emailSealed: Uint8Array
  merchantId: number | null
  mchNo: string | null
  merchantName: string | null
  /** Whether the merchant requires passkeys; null for operator members. */
  requiresPasskeys: boolean | null
  /** Whether the merchant's own members decide the reviews of its programs; null for operator members. */
  reviewsDelegated: boolean | null
  role: Role
  createdAt: Date
  /** Null for an invitation that its recipient has not accepted. */
  acceptedAt: Date | null
  /** The member who sent the invitation. Null if it was sent from the command line or by the server. */
  invitedBy: number | null
  /** The time from which the member can decide reviews. Null if there is no waiting time. */
  reviewsFrom: Date | null
}

const memberColumns = [
  'id',
  'member_no as memberNo',
  'email_sealed as emailSealed',
  'created_at as createdAt',
] as const

export async function selectMemberByEmail(db: KycDb, emailHash: Uint8Array): Promise<MemberRow | undefined> {
  return await db
    .selectFrom('member')
    .select(memberColumns)
    .where('email_hash', '=', emailHash)
    .executeTakeFirst()
}

export async function selectMemberById(db: KycDb, id: number): Promise<MemberRow | undefined> {
  return await db.selectFrom('member').select(memberColumns).where('id', '=', id).executeTakeFirst()
}

export async function selectMemberByNo(db: KycDb, memberNo: string): Promise<MemberRow | undefined> {
  return await db
    .selectFrom('member')
    .select(memberColumns)
    .where('member_no', '=', memberNo)
    .executeTakeFirst()
}

/** Returns the member with this address. Creates the member if necessary. */
export async function upsertMember(
  db: KycDb,
  member: { memberNo: string; emailHash: Uint8Array; emailSealed: Uint8Array; at: Date },
): Promise<MemberRow> {
  await db
    .insertInto('member')
    .values({
      member_no: member.memberNo,
      email_hash: member.emailHash,
      email_sealed: member.emailSealed,
      created_at: member.at,
    })
    .onConflict((conflict) => conflict.column('email_hash').doNothing())
    .execute()
  return await db
    .selectFrom('member')
    .select(memberColumns)
    .where('email_hash', '=', member.emailHash)
    .executeTakeFirstOrThrow()
}

/**
 * Returns the accepted memberships of a member or a merchant. `merchantId: null` selects the operator's
 * members.
 */
export async function selectMemberships(
  db: KycDb,
  of: { memberId: number } | { merchantId: number | null },
): Promise<MembershipRow[]> {
  return await membershipsOf(db, of).where('membership.accepted_at', 'is not', null).execute()
}

/** Returns the open invitations of a member or a merchant that were sent after the given time. */
export async function selectInvitations(
  db: KycDb,
  of: { memberId: number } | { merchantId: number | null },
  sentAfter: Date,
): Promise<MembershipRow[]> {
  return await membershipsOf(db, of)
    .where('membership.accepted_at', 'is', null)
    .where('membership.created_at', '>', sentAfter)
    .execute()
}

function membershipsOf(db: KycDb, of: { memberId: number } | { merchantId: number | null }) {
  const query = db
    .selectFrom('membership')
    .innerJoin('member', 'member.id', 'membership.member_id')
    .leftJoin('merchant', 'merchant.id', 'membership.merchant_id')
    .select([
      'membership.id',
      'membership.member_id as memberId',
      'member.member_no as memberNo',
      'member.email_sealed as emailSealed',
      'membership.merchant_id as merchantId',
      'merchant.mch_no as mchNo',
      'merchant.name as merchantName',
      'merchant.requires_passkeys as requiresPasskeys',
      'merchant.reviews_delegated as reviewsDelegated',
      'membership.role',
      'membership.created_at as createdAt',
      'membership.accepted_at as acceptedAt',
      'membership.invited_by as invitedBy',
      'membership.reviews_from as reviewsFrom',
    ])
    .where('membership.removed_at', 'is', null)
    .orderBy('membership.id')
  if ('memberId' in of) return query.where('membership.member_id', '=', of.memberId)
  const { merchantId } = of
  return query.where('membership.merchant_id', merchantId === null ? 'is' : '=', merchantId)
}

/** Locks a merchant's members until the transaction ends, so that two owners cannot remove each other. */
export async function lockMemberships(db: KycDb, merchantId: number | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`touchstone/members/${merchantId ?? 0}`}))`.execute(db)
}

/** Inserts a membership or, if `acceptedAt` is null, an invitation. Replaces an expired invitation. */
export async function insertMembership(
  db: KycDb,
  membership: {
    memberId: number
    merchantId: number | null
    role: Role
    at: Date
    acceptedAt: Date | null
    invitedBy: number | null
    reviewsFrom: Date | null
  },
): Promise<void> {
  const { memberId, merchantId, at } = membership
  await db
    .updateTable('membership')
    .set({ removed_at: at })
    .where('member_id', '=', memberId)
    .where('merchant_id', merchantId === null ? 'is' : '=', merchantId)
    .where('accepted_at', 'is', null)
    .where('removed_at', 'is', null)
    .execute()
  await db
    .insertInto('membership')
    .values({
      member_id: memberId,
      merchant_id: merchantId,
      role: membership.role,
      created_at: at,
      accepted_at: membership.acceptedAt,
      invited_by: membership.invitedBy,
      reviews_from: membership.reviewsFrom,
    })
    .execute()
}

export async function updateRole(
  db: KycDb,
  id: number,
  change: { role: Role; invitedBy: number | null; reviewsFrom: Date | null },
): Promise<void> {
  const { role, invitedBy, reviewsFrom } = change
  await db
    .updateTable('membership')
    .set({ role, invited_by: invitedBy, reviews_from: reviewsFrom })
    .where('id', '=', id)
    .execute()
}

export async function updateReviewsFrom(db: KycDb, id: number, reviewsFrom: Date | null): Promise<void> {
  await db.updateTable('membership').set({ reviews_from: reviewsFrom }).where('id', '=', id).execute()
}

/** Turns an invitation into a membership. Returns false if it has already been answered or withdrawn. */
export async function acceptMembership(
  db: KycDb,
  id: number,
  accepted: { at: Date; reviewsFrom: Date | null },
): Promise<boolean> {
  const row = await db
    .updateTable('membership')
    .set({ accepted_at: accepted.at, reviews_from: accepted.reviewsFrom })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function removeMembership(db: KycDb, id: number, at: Date): Promise<void> {
  await db.updateTable('membership').set({ removed_at: at }).where('id', '=', id).execute()
}

export async function selectRequiresPasskeys(db: KycDb, mchNo: string): Promise<boolean> {
  const row = await db
    .selectFrom('merchant')
    .select('requires_passkeys as isRequired')
    .where('mch_no', '=', mchNo)
    .executeTakeFirst()
  return row?.isRequired ?? false
}

export async function updateRequiresPasskeys(
  db: KycDb,
  merchantId: number,
  required: boolean,
): Promise<void> {
  await db.updateTable('merchant').set({ requires_passkeys: required }).where('id', '=', merchantId).execute()
}
