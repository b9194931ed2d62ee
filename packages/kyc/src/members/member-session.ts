import { timingSafeEqual } from 'node:crypto'
import { networkOf, UserError, type Vault } from '@touchstone/common'
import type { MemberSession } from '@touchstone/contract'
import { insertAudit } from '../audit/audit-store.ts'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { openEmail } from './member-email.ts'
import {
  endMemberSession,
  type MemberSessionRow,
  selectMemberSession,
  selectSessionsOf,
  touchMemberSession,
} from './member-session-store.ts'
import { type MembershipRow, selectMemberships } from './member-store.ts'
import { allows, type Permission, permissions } from './roles.ts'
import { memberLimits, tokenHashOf } from './sign-in.ts'

/** A signed-in member with the member's current memberships. */
export type SignedIn = {
  readonly sessionId: number
  readonly memberId: number
  readonly memberships: readonly MembershipRow[]
  /**
   * Clients must send this token with every change. A page of another site can make the browser send the
   * cookie, but that page does not know the token.
   */
  readonly csrfToken: string
  /** Whether the member signed in with a passkey instead of a mailed code. */
  readonly byPasskey: boolean
}

/** Minimum interval between updates of the last-used time. */
const touchEveryMs = 60_000

/**
 * Returns the session for a token. Returns undefined if there is no such session, if it has ended, or if the
 * member has no membership left.
 */
export async function findSignedIn(context: KycContext, token: string): Promise<SignedIn | undefined> {
  const { clock, vault } = context
  const now = clock.now()
  const db = tablesOf(context)
  const row = await selectMemberSession(db, { tokenHash: tokenHashOf(vault, token), ...validAt(now) })
  if (!row) return undefined
  const memberships = await selectMemberships(db, { memberId: row.memberId })
  if (memberships.length === 0) return undefined
  if (now - row.seenAt.getTime() >= touchEveryMs) await touchMemberSession(db, row.id, new Date(now))
  const { id: sessionId, memberId, byPasskey } = row
  return { sessionId, memberId, memberships, byPasskey, csrfToken: csrfOf(vault, token) }
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
  const allowed = fitting.find(({ role, reviewsDelegated }) =>
    allows(role, permission, reviewsDelegated === true),
  )
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
  return await selectSessionsOf(tablesOf(context), { memberId, ...validAt(context.clock.now()) })
}

/** Ends the member's current session or another of the member's sessions. */
export async function endSession(
  context: KycContext,
  signedIn: SignedIn,
  input: { sessionId: number; ip: string },
): Promise<void> {
  const at = new Date(context.clock.now())
  const { memberId, memberships } = signedIn
  await tablesOf(context)
    .transaction()
    .execute(async (db: KycDb) => {
      if (!(await endMemberSession(db, { id: input.sessionId, memberId, at }))) return
      for (const { merchantId, memberNo } of memberships)
        await insertAudit(db, {
          ...{ merchantId, memberId, actor: 'member', action: 'session.ended', target: memberNo },
          ...{ detail: { other: input.sessionId !== signedIn.sessionId } },
          ...{ network: networkOf(input.ip), at },
        })
    })
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
  { memberships, csrfToken }: SignedIn,
): Omit<MemberSession, 'addressRisk'> {
  const [first] = memberships
  return {
    email: first ? openEmail(vault, first) : '',
    csrfToken,
    memberships: memberships.map(({ mchNo, merchantName, role, reviewsDelegated }) => ({
      merchant: mchNo === null ? null : { mchNo, name: merchantName ?? '' },
      role,
      permissions: permissions.filter((permission) => allows(role, permission, reviewsDelegated === true)),
    })),
  }
}
