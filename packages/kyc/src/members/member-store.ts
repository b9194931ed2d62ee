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
 * Returns the active memberships of a member or a merchant. `merchantId: null` selects the operator's
 * members.
 */
export async function selectMemberships(
  db: KycDb,
  of: { memberId: number } | { merchantId: number | null },
): Promise<MembershipRow[]> {
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
    ])
    .where('membership.removed_at', 'is', null)
    .orderBy('membership.id')
  if ('memberId' in of) return await query.where('membership.member_id', '=', of.memberId).execute()
  const { merchantId } = of
  return await query.where('membership.merchant_id', merchantId === null ? 'is' : '=', merchantId).execute()
}

/** Locks a merchant's members until the transaction ends, so that two owners cannot remove each other. */
export async function lockMemberships(db: KycDb, merchantId: number | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`touchstone/members/${merchantId ?? 0}`}))`.execute(db)
}

export async function insertMembership(
  db: KycDb,
  membership: { memberId: number; merchantId: number | null; role: Role; at: Date },
): Promise<void> {
  await db
    .insertInto('membership')
    .values({
      member_id: membership.memberId,
      merchant_id: membership.merchantId,
      role: membership.role,
      created_at: membership.at,
    })
    .execute()
}

export async function updateRole(db: KycDb, id: number, role: Role): Promise<void> {
  await db.updateTable('membership').set({ role }).where('id', '=', id).execute()
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
