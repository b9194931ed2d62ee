import { timingSafeEqual } from 'node:crypto'
import { networkOf, UserError, type Vault } from '@touchstone/common'
import type { MemberSession } from '@touchstone/contract'
import type { AuditEntry, ChangedBy } from '../audit/audit-store.ts'
import { insertAudit, insertAudits } from '../audit/insert-audit.ts'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { openEmail } from './member-email.ts'
import { rightsOf } from './member-rights.ts'
import {
  addSessionUse,
  endMemberSessions,
  type MemberSessionRow,
  selectMemberSession,
  selectSessionsOf,
  touchMemberSession,
} from './member-session-store.ts'
import { acceptMembership, type MembershipRow, removeMembership } from './member-store.ts'
import { allows, type Permission, permissions } from './roles.ts'
import { memberLimits, tokenHashOf } from './sign-in.ts'

/** A signed-in member, with their current memberships. */
export type SignedIn = {
  readonly sessionId: number
  readonly memberId: number
  readonly memberships: readonly MembershipRow[]
  /** Invitations that the member has neither accepted nor declined. */
  readonly invitations: readonly MembershipRow[]
  /**
   * Clients must send this token with every change. A page on another site can make the browser send the
   * cookie, but that page does not know the token.
   */
  readonly csrfToken: string
  /** Whether the member signed in with a passkey instead of a mailed code. */
  readonly byPasskey: boolean
  /** The merchants for which this session was used. Zero stands for the operator. */
  readonly usedFor: readonly number[]
  /** The time of the request. */
  readonly at: Date
}

/** Minimum interval between updates of the last-used time. */
const touchEveryMs = 60_000

/**
 * Returns the session for a token. Returns undefined if there is no such session, if it has ended, or if the
 * member has no memberships or invitations left.
 */
export async function findSignedIn(context: KycContext, token: string): Promise<SignedIn | undefined> {
  const { clock, vault } = context
  const now = clock.now()
  const db = tablesOf(context)
  const row = await selectMemberSession(context, db, {
    tokenHash: tokenHashOf(vault, token),
    ...validAt(now),
  })
  if (!row) return undefined
  const { memberships, invitations, isNone } = await rightsOf(context, db, row)
  if (isNone) return undefined
  if (now - row.seenAt.getTime() >= touchEveryMs) await touchMemberSession(db, row.id, new Date(now))
  const { id: sessionId, memberId, byPasskey, usedFor } = row
  const csrfToken = csrfOf(vault, token)
  return {
    ...{ sessionId, memberId, memberships, invitations, byPasskey, usedFor, csrfToken },
    at: new Date(now),
  }
}

export function isCsrfToken(signedIn: SignedIn, given: string | undefined): boolean {
  const expected = Buffer.from(signedIn.csrfToken)
  const actual = Buffer.from(given ?? '')
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

/**
 * Returns the membership that grants this permission for a merchant. If `mchNo` is omitted, the permission
 * must be for the whole service. Throws the same error for an unknown merchant as for a merchant of which the
 * caller is not a member.
 */
export function requirePermission(
  { memberships, byPasskey }: SignedIn,
  permission: Permission,
  mchNo?: string,
): MembershipRow {
  const fitting = memberships.filter(
    (each) => each.role === 'operator' || (mchNo !== undefined && each.mchNo === mchNo),
  )
  const allowed = fitting
    .filter(({ role, reviewsDelegated }) => allows(role, permission, reviewsDelegated === true))
    // A membership without a waiting time comes first.
    .sort((one, other) => Number(one.reviewsFrom !== null) - Number(other.reviewsFrom !== null))[0]
  if (allowed?.requiresPasskeys && !byPasskey)
    throw new UserError({
      code: 'member.needs-passkey',
      message: 'Members of this merchant must sign in with a passkey.',
      remedy: 'Add a passkey in your settings, then sign in with it.',
    })
  if (allowed) return allowed
  if (fitting.length > 0 || mchNo === undefined)
    throw new UserError({
      code: 'member.not-allowed',
      message: 'Your role does not allow this.',
      remedy: 'Contact an owner of the merchant.',
    })
  throw new UserError({
    code: 'member.not-found',
    message: 'This merchant does not exist, or you are not a member of it.',
    remedy: 'Choose a merchant that you are a member of.',
  })
}

export async function listSessions(
  context: KycContext,
  { memberId }: Pick<SignedIn, 'memberId'>,
): Promise<MemberSessionRow[]> {
  return await selectSessionsOf(context, tablesOf(context), { memberId, ...validAt(context.clock.now()) })
}

/**
 * Records the sign-in in the log of a merchant when the session is first used for that merchant. The logs of
 * the member's other merchants do not show when the member works.
 */
export async function recordUse(
  context: KycContext,
  signedIn: SignedIn,
  { merchantId, memberNo }: Pick<MembershipRow, 'merchantId' | 'memberNo'>,
  ip: string,
): Promise<void> {
  const used = merchantId ?? 0
  const { sessionId, memberId, byPasskey, usedFor, at } = signedIn
  if (usedFor.includes(used)) return
  await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      if (!(await addSessionUse(db, sessionId, used))) return
      await insertAudit(context, db, {
        ...{ merchantId, memberId, actor: 'member', action: 'session.begun', target: memberNo },
        ...{ detail: { passkey: byPasskey }, network: networkOf(ip), at },
      })
    })
}

/** Ends the given session of the member or, without `sessionId`, all of the member's sessions. */
export async function endSession(
  context: KycContext,
  signedIn: SignedIn,
  input: { sessionId?: number; ip: string },
): Promise<void> {
  const at = new Date(context.clock.now())
  const { memberId, memberships } = signedIn
  const { sessionId: id, ip } = input
  const memberNo = memberNoOf(signedIn)
  await tablesOf(context)
    .transaction()
    .execute(async (db: KycDb) => {
      const ended = await endMemberSessions(db, { memberId, at, ...(id !== undefined && { id }) })
      const entries: AuditEntry[] = []
      for (const { id: sessionId, usedFor } of ended)
        for (const used of usedFor) {
          const merchantId = used === 0 ? null : used
          // A merchant that the member has left in the meantime gets no entry.
          if (!memberships.some((each) => each.merchantId === merchantId)) continue
          entries.push({
            ...{ merchantId, memberId, actor: 'member', action: 'session.ended', target: memberNo },
            ...{ detail: { other: sessionId !== signedIn.sessionId }, network: networkOf(ip), at },
          })
        }
      await insertAudits(context, db, entries)
    })
}

/** Accepts or declines an invitation of the signed-in member. */
export async function answerInvitation(
  context: KycContext,
  { invitations }: SignedIn,
  { id, accept }: { id: number; accept: boolean },
  by: ChangedBy,
): Promise<void> {
  const invitation = invitations.find((each) => each.id === id)
  if (!invitation) throw new InputError('invitation', 'is not known or has expired')
  const { merchantId, memberNo, role, reviewsFrom, createdAt } = invitation
  const at = new Date(context.clock.now())
  // The waiting time starts when the member joins.
  const waited = reviewsFrom && new Date(reviewsFrom.getTime() + at.getTime() - createdAt.getTime())
  await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      if (!accept) await removeMembership(db, id, at)
      else if (!(await acceptMembership(context, db, id, { at, reviewsFrom: waited })))
        throw new InputError('invitation', 'is not known or has expired')
      const action = accept ? 'member.accepted' : 'member.declined'
      await insertAudit(context, db, { ...by, merchantId, action, target: memberNo, detail: { role }, at })
    })
}

/**
 * Rejects a decision by a member who has joined recently and whom no other owner has approved. During the
 * waiting time, the merchant's other owners can notice a member whom an intruder has added.
 */
export function requireReviewer(
  signedIn: SignedIn,
  mchNo?: string,
  permission: 'reviews.decide' | 'transfers.decide' | 'cases.work' = 'reviews.decide',
): void {
  const { reviewsFrom } = requirePermission(signedIn, permission, mchNo)
  if (reviewsFrom === null || reviewsFrom <= signedIn.at) return
  throw new UserError({
    code: 'member.new',
    message: 'New members can decide reviews and transfers and close cases 72 hours after joining.',
    remedy: 'Ask another owner or the operator to approve you in the list of members.',
  })
}

function memberNoOf({ memberships, invitations }: SignedIn): string {
  const [first] = [...memberships, ...invitations]
  return first?.memberNo ?? ''
}

function validAt(now: number): { now: Date; seenAfter: Date } {
  return { now: new Date(now), seenAfter: new Date(now - memberLimits.idleMs) }
}

/**
 * Derives the change token from the session token. The change token need not be stored and is useless without
 * the cookie.
 */
function csrfOf(vault: Vault, token: string): string {
  return vault.fingerprint('member-csrf', token).toString('base64url')
}

/**
 * Returns the member's roles and permissions for the dashboard. The dashboard uses them for display only; the
 * server checks every call again.
 */
export function showSignedIn(
  { vault }: KycContext,
  { memberships, invitations, csrfToken }: SignedIn,
): Omit<MemberSession, 'addressRisk'> {
  const [first] = [...memberships, ...invitations]
  return {
    email: first ? openEmail(vault, first) : '',
    csrfToken,
    invitations: invitations.map(({ id, mchNo, merchantName, role }) => ({
      ...{ id, role },
      merchant: mchNo === null ? null : { mchNo, name: merchantName ?? '' },
    })),
    memberships: memberships.map(({ mchNo, merchantName, role, reviewsDelegated }) => ({
      merchant: mchNo === null ? null : { mchNo, name: merchantName ?? '' },
      role,
      permissions: permissions.filter((permission) => allows(role, permission, reviewsDelegated === true)),
    })),
  }
}
