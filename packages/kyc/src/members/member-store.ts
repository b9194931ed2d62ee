import { sql } from 'kysely'
import type { KycDb } from '../context.ts'
import {
  changeSigned,
  isGenuine,
  nextRowId,
  type Signing,
  signedMembers,
  signedMemberships,
  signedMerchants,
  signRow,
} from '../rights/signed-rows-store.ts'
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
  /** Whether the merchant requires its identity provider. */
  requiresSso: boolean
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
  'email_hash as emailHash',
  'mac',
] as const

export async function selectMemberByEmail(
  context: Signing,
  db: KycDb,
  emailHash: Uint8Array,
): Promise<MemberRow | undefined> {
  const query = db.selectFrom('member').select(memberColumns).where('email_hash', '=', emailHash)
  return genuineMember(context, await query.executeTakeFirst())
}

export async function selectMemberById(
  context: Signing,
  db: KycDb,
  id: number,
): Promise<MemberRow | undefined> {
  const query = db.selectFrom('member').select(memberColumns).where('id', '=', id)
  return genuineMember(context, await query.executeTakeFirst())
}

export async function selectMemberByNo(
  context: Signing,
  db: KycDb,
  memberNo: string,
): Promise<MemberRow | undefined> {
  const query = db.selectFrom('member').select(memberColumns).where('member_no', '=', memberNo)
  return genuineMember(context, await query.executeTakeFirst())
}

/** Selects the members with these numbers. Omits unknown ones. */
export async function selectMembersByNo(
  context: Signing,
  db: KycDb,
  memberNos: readonly string[],
): Promise<MemberRow[]> {
  const rows = await db
    .selectFrom('member')
    .select(memberColumns)
    .where('member_no', 'in', memberNos)
    .execute()
  return rows.flatMap((row) => genuineMember(context, row) ?? [])
}

function genuineMember(
  context: Signing,
  row: (MemberRow & { emailHash: Uint8Array; mac: Uint8Array | null }) | undefined,
): MemberRow | undefined {
  if (!row) return undefined
  const { emailHash, mac, ...member } = row
  const signed = { id: member.id, member_no: member.memberNo, email_hash: emailHash }
  return isGenuine(context, signedMembers, signed, mac) ? member : undefined
}

/**
 * Returns the member with this address. Creates the member if necessary. Returns undefined if the address belongs
 * to a row with a wrong MAC.
 */
export async function upsertMember(
  context: Signing,
  db: KycDb,
  member: { memberNo: string; emailHash: Uint8Array; emailSealed: Uint8Array; at: Date },
): Promise<MemberRow | undefined> {
  const signed = {
    id: await nextRowId(db, 'member'),
    member_no: member.memberNo,
    email_hash: member.emailHash,
  }
  await db
    .insertInto('member')
    .values({
      ...signed,
      email_sealed: member.emailSealed,
      created_at: member.at,
      mac: signRow(context, signedMembers, signed),
    })
    .onConflict((conflict) => conflict.column('email_hash').doNothing())
    .execute()
  return await selectMemberByEmail(context, db, member.emailHash)
}

/**
 * Returns the accepted memberships of a member or a merchant. `merchantId: null` selects the operator's
 * members.
 */
export async function selectMemberships(
  context: Signing,
  db: KycDb,
  of: { memberId: number } | { merchantId: number | null },
): Promise<MembershipRow[]> {
  const rows = await membershipsOf(db, of).where('membership.accepted_at', 'is not', null).execute()
  return genuineMemberships(context, rows)
}

/** Returns a member's or a merchant's open invitations that were sent after the given time. */
export async function selectInvitations(
  context: Signing,
  db: KycDb,
  of: { memberId: number } | { merchantId: number | null },
  sentAfter: Date,
): Promise<MembershipRow[]> {
  const rows = await membershipsOf(db, of)
    .where('membership.accepted_at', 'is', null)
    .where('membership.created_at', '>', sentAfter)
    .execute()
  return genuineMemberships(context, rows)
}

type ReadMembership = Omit<MembershipRow, 'requiresSso'> & {
  requiresSso: boolean | null
  demo: boolean | null
  byTwo: boolean | null
  casesByTwo: boolean | null
  mac: Uint8Array | null
  merchantMac: Uint8Array | null
}

/** Removes rows with a wrong MAC, and memberships in merchants whose row has a wrong MAC. */
function genuineMemberships(context: Signing, rows: readonly ReadMembership[]): MembershipRow[] {
  return rows
    .filter((row) => isGenuine(context, signedMemberships, signedPartOf(row), row.mac))
    .filter((row) => {
      const { merchantId, mchNo, demo, requiresPasskeys, reviewsDelegated, byTwo, merchantMac } = row
      if (merchantId === null) return true
      const merchant = {
        ...{ id: merchantId, mch_no: mchNo ?? '', demo: demo === true, reviews_by_two: byTwo === true },
        ...{ requires_passkeys: requiresPasskeys === true, reviews_delegated: reviewsDelegated === true },
        ...{ cases_by_two: row.casesByTwo, requires_sso: row.requiresSso },
      }
      return isGenuine(context, signedMerchants, merchant, merchantMac)
    })
    .map(({ demo: _, byTwo: _2, casesByTwo: _3, mac: _4, merchantMac: _5, requiresSso, ...membership }) => ({
      ...membership,
      requiresSso: requiresSso === true,
    }))
}

function signedPartOf(
  row: Omit<
    MembershipRow,
    | 'memberNo'
    | 'emailSealed'
    | 'mchNo'
    | 'merchantName'
    | 'requiresPasskeys'
    | 'requiresSso'
    | 'reviewsDelegated'
  >,
) {
  return {
    ...{ id: row.id, member_id: row.memberId, merchant_id: row.merchantId, role: row.role },
    ...{ created_at: row.createdAt, accepted_at: row.acceptedAt, invited_by: row.invitedBy },
    reviews_from: row.reviewsFrom,
  }
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
      'merchant.requires_sso as requiresSso',
      'merchant.reviews_delegated as reviewsDelegated',
      'membership.role',
      'membership.created_at as createdAt',
      'membership.accepted_at as acceptedAt',
      'membership.invited_by as invitedBy',
      'membership.reviews_from as reviewsFrom',
      'membership.mac',
      'merchant.demo',
      'merchant.reviews_by_two as byTwo',
      'merchant.cases_by_two as casesByTwo',
      'merchant.mac as merchantMac',
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

/**
 * Inserts a membership or, if `acceptedAt` is null, an invitation. Replaces an expired invitation or a row whose
 * MAC is wrong.
 */
export async function insertMembership(
  context: Signing,
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
  for (const row of await membershipsOf(db, { memberId }).execute()) {
    if (row.merchantId !== merchantId) continue
    const isForged = !isGenuine(context, signedMemberships, signedPartOf(row), row.mac)
    if (row.acceptedAt === null || isForged) await removeMembership(db, row.id, at)
  }
  const id = await nextRowId(db, 'membership')
  const signed = signedPartOf({ ...membership, id, createdAt: at })
  await db
    .insertInto('membership')
    .values({ ...signed, mac: signRow(context, signedMemberships, signed) })
    .execute()
}

export async function updateRole(
  context: Signing,
  db: KycDb,
  id: number,
  change: { role: Role; invitedBy: number | null; reviewsFrom: Date | null },
): Promise<void> {
  const { role, invitedBy, reviewsFrom } = change
  await changeSigned(context, db, signedMemberships, {
    id,
    change: { role, invited_by: invitedBy, reviews_from: reviewsFrom },
  })
}

export async function updateReviewsFrom(
  context: Signing,
  db: KycDb,
  id: number,
  reviewsFrom: Date | null,
): Promise<void> {
  await changeSigned(context, db, signedMemberships, { id, change: { reviews_from: reviewsFrom } })
}

/** Turns an invitation into a membership. Returns false if it has already been answered or withdrawn. */
export async function acceptMembership(
  context: Signing,
  db: KycDb,
  id: number,
  accepted: { at: Date; reviewsFrom: Date | null },
): Promise<boolean> {
  return await changeSigned(context, db, signedMemberships, {
    id,
    change: { accepted_at: accepted.at, reviews_from: accepted.reviewsFrom },
    if: (row) => row.accepted_at === null,
  })
}

export async function removeMembership(db: KycDb, id: number, at: Date): Promise<void> {
  await db.updateTable('membership').set({ removed_at: at, mac: null }).where('id', '=', id).execute()
}

export async function selectRequiresPasskeys(db: KycDb, mchNo: string): Promise<boolean> {
  const row = await db
    .selectFrom('merchant')
    .select('requires_passkeys as isRequired')
    .where('mch_no', '=', mchNo)
    .executeTakeFirst()
  return row?.isRequired ?? false
}

/**
 * Returns whether the member once accepted a membership that was then removed. Such a member joins again only if
 * somebody invites them.
 */
export async function selectWasRemoved(
  db: KycDb,
  { memberId, merchantId }: { memberId: number; merchantId: number | null },
): Promise<boolean> {
  const row = await db
    .selectFrom('membership')
    .select('id')
    .where('member_id', '=', memberId)
    .where('merchant_id', merchantId === null ? 'is' : '=', merchantId)
    .where('accepted_at', 'is not', null)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function selectRequiresSso(db: KycDb, merchantId: number): Promise<boolean> {
  const row = await db
    .selectFrom('merchant')
    .select('requires_sso as isRequired')
    .where('id', '=', merchantId)
    .executeTakeFirst()
  return row?.isRequired ?? false
}

/** Returns false if the merchant's row has a wrong MAC. */
export async function updateRequiresSso(
  context: Signing,
  db: KycDb,
  merchantId: number,
  required: boolean,
): Promise<boolean> {
  const change = { requires_sso: required ? true : null }
  return await changeSigned(context, db, signedMerchants, { id: merchantId, change })
}

/** Returns false if the merchant's row has a wrong MAC. */
export async function updateRequiresPasskeys(
  context: Signing,
  db: KycDb,
  merchantId: number,
  required: boolean,
): Promise<boolean> {
  const change = { requires_passkeys: required }
  return await changeSigned(context, db, signedMerchants, { id: merchantId, change })
}
