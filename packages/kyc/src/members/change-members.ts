import { randomDigits } from '@touchstone/common'
import type { ChangedBy } from '../audit/audit-store.ts'
import { insertAudit } from '../audit/insert-audit.ts'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { type Merchant, selectMerchantByNo } from '../merchants/merchant-store.ts'
import { deleteIdentities, selectProviderOf } from '../sso/provider-store.ts'
import { checkedEmail, emailHashOf, openEmail, sealEmail } from './member-email.ts'
import { invitationMs } from './member-rights.ts'
import { endMemberSessions } from './member-session-store.ts'
import {
  insertMembership,
  lockMemberships,
  type MembershipRow,
  removeMembership,
  selectInvitations,
  selectMemberships,
  updateReviewsFrom,
  updateRole,
  upsertMember,
} from './member-store.ts'
import { deletePasskeysOf } from './passkey-store.ts'
import { allows, checkedRole, type Role } from './roles.ts'

/** The merchant whose members are selected. If `mchNo` is omitted, selects the operator's members. */
export type Whose = { mchNo?: string | undefined }

export type MemberView = {
  memberNo: string
  email: string
  role: Role
  since: Date
  /** False for an invitation that has not been accepted. */
  accepted: boolean
  /** The time until which the member cannot decide reviews, if it is in the future. */
  reviewsFrom: Date | null
}

/**
 * How long a new member must wait before deciding reviews, unless another owner or the operator approves the
 * member.
 */
export const newMemberMs = 72 * 3_600_000

/**
 * Invites a member or changes a member's role. The membership begins when the invited person signs in and
 * accepts the invitation. Sends no mail.
 */
export async function addMember(
  context: KycContext,
  input: Whose & { email: string; role?: string },
  by: ChangedBy,
): Promise<MemberView> {
  const email = checkedEmail(input.email)
  const { vault, random, clock } = context
  return await change(context, input, async (db, { merchantId, demo, present }) => {
    const role: Role = merchantId === null ? 'operator' : checkedRole(input.role ?? '')
    if (merchantId === null && input.role !== undefined && input.role !== 'operator')
      throw new InputError(
        'role',
        'must be operator for members of the operator: to use any other role, name a merchant',
      )
    const at = new Date(clock.now())
    const invitedBy = by.memberId
    const trusted = demo || present.length === 0 || (await isOperator(context, db, by))
    const waits = !trusted && allows(role, 'reviews.decide', true)
    const waitsUntil = waits ? new Date(at.getTime() + newMemberMs) : null
    const memberNo = `U${randomDigits(random, 15)}`
    const emailSealed = sealEmail(vault, memberNo, email)
    const member = await upsertMember(context, db, {
      memberNo,
      emailHash: emailHashOf(vault, email),
      emailSealed,
      at,
    })
    if (!member)
      throw new InputError('e-mail', 'belongs to a member whose database row was changed outside the service')
    const known = present.find(({ memberId }) => memberId === member.id)
    if (known?.role === 'owner' && role !== 'owner') requireOtherOwner(present, known)
    // A member whose previous role could decide reviews does not have to wait again.
    const couldReview = known !== undefined && allows(known.role, 'reviews.decide', true)
    const reviewsFrom = couldReview ? known.reviewsFrom : waitsUntil
    // The server adds only the owner of the demo, who is not a real person.
    const acceptedAt = by.actor === 'server' ? at : null
    if (known) await updateRole(context, db, known.id, { role, invitedBy, reviewsFrom })
    else
      await insertMembership(context, db, {
        ...{ memberId: member.id, merchantId, role, at, acceptedAt, invitedBy, reviewsFrom },
      })
    const action = known ? 'member.role-changed' : 'member.invited'
    const detail = { role, ...(known && { before: known.role }) }
    await insertAudit(context, db, { ...by, merchantId, action, target: member.memberNo, detail, at })
    const accepted = known !== undefined || acceptedAt !== null
    const since = known?.createdAt ?? at
    return { memberNo: member.memberNo, email, role, since, accepted, reviewsFrom }
  })
}

/**
 * Lets a new member decide reviews immediately. Neither the member nor the owner who invited the member can
 * do this.
 */
export async function approveMember(
  context: KycContext,
  input: Whose & { memberNo: string },
  by: ChangedBy,
): Promise<void> {
  await change(context, input, async (db, { merchantId, present }) => {
    const known = present.find(({ memberNo }) => memberNo === input.memberNo)
    if (!known) throw new InputError('member', 'is not known')
    const isSelf = by.memberId === known.memberId
    if (!(await isOperator(context, db, by)) && (isSelf || by.memberId === known.invitedBy))
      throw new InputError('member', 'must be approved by an owner other than the one who invited them')
    await updateReviewsFrom(context, db, known.id, null)
    const at = new Date(context.clock.now())
    const entry = { merchantId, action: 'member.approved', target: known.memberNo, detail: {}, at }
    await insertAudit(context, db, { ...by, ...entry })
  })
}

/** Returns whether the operator made a change, on the command line or as a member with the role `operator`. */
async function isOperator(context: KycContext, db: KycDb, by: ChangedBy): Promise<boolean> {
  const { actor, memberId } = by
  if (actor !== 'member' || memberId === null) return true
  // A session can have fewer rights than the member, for example if a merchant's identity provider started it.
  if (by.isOperator !== undefined) return by.isOperator
  return (await selectMemberships(context, db, { memberId })).some(({ role }) => role === 'operator')
}

/** Ends a membership and all sessions that depend on it, or withdraws an invitation. */
export async function removeMember(
  context: KycContext,
  input: Whose & { memberNo: string },
  by: ChangedBy,
): Promise<void> {
  await change(context, input, async (db, { merchantId, present, invited }) => {
    const known = [...present, ...invited].find(({ memberNo }) => memberNo === input.memberNo)
    if (!known) throw new InputError('member', 'is not known')
    const isMember = known.acceptedAt !== null
    if (isMember && known.role === 'owner') requireOtherOwner(present, known)
    const { memberId } = known
    const at = new Date(context.clock.now())
    await removeMembership(db, known.id, at)
    // A member who is invited again can be bound to another account of the identity provider.
    const provider = await selectProviderOf(context, db, merchantId)
    if (provider) {
      await deleteIdentities(db, { providerId: provider.id, memberId })
      await endMemberSessions(db, { memberId, at, providerId: provider.id })
    }
    if (isMember && (await selectMemberships(context, db, { memberId })).length === 0) {
      await endMemberSessions(db, { memberId, at })
      // A member who is removed and added again starts without passkeys. This is how a member who has lost
      // all passkeys regains access.
      await deletePasskeysOf(db, memberId)
    }
    const action = isMember ? 'member.removed' : 'member.uninvited'
    const detail = { role: known.role }
    await insertAudit(context, db, { ...by, merchantId, action, target: known.memberNo, detail, at })
  })
}

/** Returns the members of a merchant or of the operator, and the open invitations. */
export async function listMembers(context: KycContext, whose: Whose): Promise<MemberView[]> {
  const db = tablesOf(context)
  const merchantId = (await merchantOf(db, whose))?.id ?? null
  const now = context.clock.now()
  const rows = [
    ...(await selectMemberships(context, db, { merchantId })),
    ...(await selectInvitations(context, db, { merchantId }, new Date(now - invitationMs))),
  ]
  return rows.map((row) => ({
    memberNo: row.memberNo,
    email: openEmail(context.vault, row),
    role: row.role,
    since: row.createdAt,
    accepted: row.acceptedAt !== null,
    reviewsFrom:
      row.acceptedAt && row.reviewsFrom && row.reviewsFrom.getTime() > now ? row.reviewsFrom : null,
  }))
}

type Changing = {
  merchantId: number | null
  demo: boolean
  present: MembershipRow[]
  invited: MembershipRow[]
}

async function change<Result>(
  context: KycContext,
  whose: Whose,
  work: (db: KycDb, changing: Changing) => Promise<Result>,
): Promise<Result> {
  return await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const merchant = await merchantOf(db, whose)
      const merchantId = merchant?.id ?? null
      await lockMemberships(db, merchantId)
      const sentAfter = new Date(context.clock.now() - invitationMs)
      return await work(db, {
        ...{ merchantId, demo: merchant?.demo ?? false },
        present: await selectMemberships(context, db, { merchantId }),
        invited: await selectInvitations(context, db, { merchantId }, sentAfter),
      })
    })
}

async function merchantOf(db: KycDb, { mchNo }: Whose): Promise<Merchant | null> {
  if (mchNo === undefined) return null
  const merchant = await selectMerchantByNo(db, mchNo)
  if (!merchant) throw new InputError('merchant', 'is not known')
  return merchant
}

/** Keep at least one owner, because otherwise nobody could add members for the merchant. */
function requireOtherOwner(present: readonly MembershipRow[], leaving: MembershipRow): void {
  if (present.some(({ id, role }) => role === 'owner' && id !== leaving.id)) return
  throw new InputError('member', 'is the last owner: give another member the owner role first')
}
