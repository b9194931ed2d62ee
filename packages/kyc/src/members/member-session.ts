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

/** Who asks, and what they are to whom, as the store says at this moment. */
export type SignedIn = {
  readonly sessionId: number
  readonly memberId: number
  readonly memberships: readonly MembershipRow[]
  /** Has to come with every change: another site's page can send the cookie, but does not know this. */
  readonly csrfToken: string
  /** Signed in with a passkey, not with a mailed code. */
  readonly byPasskey: boolean
}

/** Of requests closer together than this one is written down. */
const touchEveryMs = 60_000

/** The session of a token; undefined where there is none, it has ended, or the member belongs to nobody any more. */
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
 * The membership by which somebody may do this for a merchant; `mchNo` left out: for the service as a whole. A merchant
 * that the member has nothing to do with is refused in the same words as one that does not exist.
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
      message: 'This merchant’s members sign in with a passkey.',
      remedy: 'Add one in your settings, then sign in with it.',
    })
  if (allowed) return allowed
  if (fitting.length > 0 || mchNo === undefined)
    throw new UserError({
      code: 'member.not-allowed',
      message: 'Your role does not allow this.',
      remedy: 'Ask an owner of the merchant.',
    })
  throw new UserError({
    code: 'member.not-found',
    message: 'There is no such merchant for you.',
    remedy: 'Choose one of those that you belong to.',
  })
}

export async function listSessions(
  context: KycContext,
  { memberId }: Pick<SignedIn, 'memberId'>,
): Promise<MemberSessionRow[]> {
  return await selectSessionsOf(tablesOf(context), { memberId, ...validAt(context.clock.now()) })
}

/** Ends one of the member's own sessions: this one, or another. */
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

/** Derived, so that nothing has to be stored, and of no use without the cookie that it came from. */
function csrfOf(vault: Vault, token: string): string {
  return vault.fingerprint('member-csrf', token).toString('base64url')
}

/** What the dashboard is told of who is signed in. It shows by it what can be done; the server checks again. */
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
