import { timingSafeEqual } from 'node:crypto'
import { networkOf, UserError, type Vault } from '@touchstone/common'
import type { MemberSession } from '@touchstone/contract'
import type { AuditEntry, ChangedBy } from '../audit/audit-store.ts'
import { insertAudit, insertAudits } from '../audit/insert-audit.ts'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { type ProviderRow, selectProvider } from '../sso/provider-store.ts'
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

/** What a session needs to know about the identity provider that started it. */
export type SessionProvider = Pick<ProviderRow, 'id' | 'merchantId' | 'requiresMfa' | 'trustedFrom'>

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
  /** The identity provider with which the member signed in, or null. Its sessions are limited to its merchant. */
  readonly provider: SessionProvider | null
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
  const { providerId } = row
  const provider = providerId === null ? null : await selectProvider(context, db, providerId)
  // The provider was removed, or its row has a wrong MAC.
  if (provider === undefined) return undefined
  const { memberships, invitations, isNone } = await rightsOf(context, db, { ...row, provider })
  if (isNone) return undefined
  if (now - row.seenAt.getTime() >= touchEveryMs) await touchMemberSession(db, row.id, new Date(now))
  const { id: sessionId, memberId, byPasskey, usedFor } = row
  const csrfToken = csrfOf(vault, token)
  return {
    ...{ sessionId, memberId, memberships, invitations, byPasskey, provider, usedFor, csrfToken },
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
  { memberships, byPasskey, provider }: SignedIn,
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
  if (allowed?.requiresSso && !provider)
    throw new UserError({
      code: 'member.needs-sso',
      message: 'Members of this merchant must sign in with single sign-on.',
      remedy: 'Sign out, then sign in at the address that an owner of the merchant gave you.',
    })
  // A provider that requires several factors replaces the passkey.
  if (allowed?.requiresPasskeys && !byPasskey && !provider?.requiresMfa)
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

/** A session that was started with an identity provider sees and ends only sessions of this provider. */
export async function listSessions(
  context: KycContext,
  { memberId, provider }: Pick<SignedIn, 'memberId' | 'provider'>,
): Promise<MemberSessionRow[]> {
  const ofProvider = provider && { providerId: provider.id }
  const valid = validAt(context.clock.now())
  return await selectSessionsOf(context, tablesOf(context), { memberId, ...ofProvider, ...valid })
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
  const { sessionId, memberId, byPasskey, provider, usedFor, at } = signedIn
  if (usedFor.includes(used)) return
  await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      if (!(await addSessionUse(db, sessionId, used))) return
      await insertAudit(context, db, {
        ...{ merchantId, memberId, actor: 'member', action: 'session.begun', target: memberNo },
        ...{ detail: { passkey: byPasskey, ...(provider && { sso: true }) }, network: networkOf(ip), at },
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
  const { memberId, memberships, provider } = signedIn
  const { sessionId: id, ip } = input
  const memberNo = memberNoOf(signedIn)
  await tablesOf(context)
    .transaction()
    .execute(async (db: KycDb) => {
      const which = { ...(id !== undefined && { id }), ...(provider && { providerId: provider.id }) }
      const ended = await endMemberSessions(db, { memberId, at, ...which })
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
  permission: 'reviews.decide' | 'transfers.decide' | 'cases.work' | 'members.change' = 'reviews.decide',
): void {
  const { reviewsFrom } = requirePermission(signedIn, permission, mchNo)
  const { provider, at } = signedIn
  if (provider?.trustedFrom && provider.trustedFrom > at)
    throw new UserError({
      code: 'member.new-provider',
      message: 'Single sign-on was changed less than 72 hours ago. Its sessions cannot make decisions yet.',
      remedy: 'Sign in with a code or a passkey, or ask the operator to set up single sign-on.',
    })
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
  { memberships, invitations, csrfToken, provider }: SignedIn,
): Omit<MemberSession, 'addressRisk'> {
  const [first] = [...memberships, ...invitations]
  return {
    email: first ? openEmail(vault, first) : '',
    csrfToken,
    sso: provider !== null,
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
