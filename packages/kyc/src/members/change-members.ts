import { randomDigits } from '@touchstone/common'
import { type ChangedBy, insertAudit } from '../audit/audit-store.ts'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { selectMerchantByNo } from '../merchants/merchant-store.ts'
import { checkedEmail, emailHashOf, openEmail, sealEmail } from './member-email.ts'
import { endSessionsOf } from './member-session-store.ts'
import {
  insertMembership,
  lockMemberships,
  type MembershipRow,
  removeMembership,
  selectMemberships,
  updateRole,
  upsertMember,
} from './member-store.ts'
import { deletePasskeysOf } from './passkey-store.ts'
import { checkedRole, type Role } from './roles.ts'

/** The merchant whose members are selected. If `mchNo` is omitted, selects the operator's members. */
export type Whose = { mchNo?: string | undefined }

export type MemberView = { memberNo: string; email: string; role: Role; since: Date }

/**
 * Adds a member or changes a member's role. Sends no mail: the member signs in with a code sent to their
 * address.
 */
export async function addMember(
  context: KycContext,
  input: Whose & { email: string; role?: string },
  by: ChangedBy,
): Promise<MemberView> {
  const email = checkedEmail(input.email)
  const { vault, random, clock } = context
  return await change(context, input, async (db, merchantId, present) => {
    const role: Role = merchantId === null ? 'operator' : checkedRole(input.role ?? '')
    if (merchantId === null && input.role !== undefined && input.role !== 'operator')
      throw new InputError(
        'role',
        'must be operator for members of the operator: name a merchant for any other role',
      )
    const at = new Date(clock.now())
    const memberNo = `U${randomDigits(random, 15)}`
    const emailSealed = sealEmail(vault, memberNo, email)
    const member = await upsertMember(db, { memberNo, emailHash: emailHashOf(vault, email), emailSealed, at })
    const known = present.find(({ memberId }) => memberId === member.id)
    if (known?.role === 'owner' && role !== 'owner') requireOtherOwner(present, known)
    if (known) await updateRole(db, known.id, role)
    else await insertMembership(db, { memberId: member.id, merchantId, role, at })
    const action = known ? 'member.role-changed' : 'member.added'
    const detail = { role, ...(known && { before: known.role }) }
    await insertAudit(db, { ...by, merchantId, action, target: member.memberNo, detail, at })
    return { memberNo: member.memberNo, email, role, since: known?.createdAt ?? at }
  })
}

/** Ends a membership and all sessions that depend on this membership. */
export async function removeMember(
  context: KycContext,
  input: Whose & { memberNo: string },
  by: ChangedBy,
): Promise<void> {
  await change(context, input, async (db, merchantId, present) => {
    const known = present.find(({ memberNo }) => memberNo === input.memberNo)
    if (!known) throw new InputError('member', 'is not known')
    if (known.role === 'owner') requireOtherOwner(present, known)
    const at = new Date(context.clock.now())
    await removeMembership(db, known.id, at)
    if ((await selectMemberships(db, { memberId: known.memberId })).length === 0) {
      await endSessionsOf(db, known.memberId, at)
      // A member who is removed and added again starts without passkeys. This is how a member who has lost
      // all passkeys regains access.
      await deletePasskeysOf(db, known.memberId)
    }
    const detail = { role: known.role }
    await insertAudit(db, {
      ...by,
      merchantId,
      action: 'member.removed',
      target: known.memberNo,
      detail,
      at,
    })
  })
}

export async function listMembers(context: KycContext, whose: Whose): Promise<MemberView[]> {
  const db = tablesOf(context)
  const merchantId = await merchantOf(db, whose)
  const rows = await selectMemberships(db, { merchantId })
  return rows.map((row) => ({
    memberNo: row.memberNo,
    email: openEmail(context.vault, row),
    role: row.role,
    since: row.createdAt,
  }))
}

async function change<Result>(
  context: KycContext,
  whose: Whose,
  work: (db: KycDb, merchantId: number | null, present: MembershipRow[]) => Promise<Result>,
): Promise<Result> {
  return await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const merchantId = await merchantOf(db, whose)
      await lockMemberships(db, merchantId)
      return await work(db, merchantId, await selectMemberships(db, { merchantId }))
    })
}

async function merchantOf(db: KycDb, { mchNo }: Whose): Promise<number | null> {
  if (mchNo === undefined) return null
  const merchant = await selectMerchantByNo(db, mchNo)
  if (!merchant) throw new InputError('merchant', 'is not known')
  return merchant.id
}

/** Keep at least one owner, because otherwise nobody could add members for the merchant. */
function requireOtherOwner(present: readonly MembershipRow[], leaving: MembershipRow): void {
  if (present.some(({ id, role }) => role === 'owner' && id !== leaving.id)) return
  throw new InputError('member', 'is the last owner: give another member the owner role first')
}
