import { networkOf, randomDigits, UserError } from '@touchstone/common'
import { byServer } from '../audit/audit-store.ts'
import { insertAudit } from '../audit/insert-audit.ts'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { selectMerchantByNo } from '../merchants/merchant-store.ts'
import { idTokenColumn } from '../sealed-columns.ts'
import { type OidcClaims, type OidcClient, OidcFailure, type OidcFlow } from '../sso/oidc-client.ts'
import {
  countProviderFailure,
  insertIdentity,
  type ProviderRow,
  selectIdentity,
  selectProvider,
  selectProviderOf,
} from '../sso/provider-store.ts'
import { newMemberMs } from './change-members.ts'
import { notSetUp, openProvider } from './change-sso.ts'
import { emailHashOf, sealEmail } from './member-email.ts'
import { invitationMs } from './member-rights.ts'
import type { SignedIn } from './member-session.ts'
import { selectIdToken } from './member-session-store.ts'
import {
  insertMembership,
  lockMemberships,
  type MemberRow,
  type MembershipRow,
  selectInvitations,
  selectMemberByEmail,
  selectMemberById,
  selectMemberships,
  selectWasRemoved,
  updateRole,
  upsertMember,
} from './member-store.ts'
import { isChallenge, newChallenge } from './passkey-challenges.ts'
import { allows, type Role } from './roles.ts'
import { beginSession, newSessionToken } from './sign-in.ts'
import { hasMfa, roleOf, verifiedEmailOf } from './sso-claims.ts'

/** In addresses, stands for the operator in place of a merchant number. */
export const operatorName = 'operator'

/** How long a member can take to sign in at the provider. */
const flowMs = 15 * 60_000

/** A failure is recorded at most once in this time. The entry contains the number of failures. */
const recordEveryMs = 60_000

/**
 * Starts a sign-in and returns the URL of the provider's page. `whose` is a merchant number, or `operator`. `flow`
 * identifies the browser: only this browser can complete the sign-in.
 */
export async function beginSso(
  context: KycContext,
  oidc: OidcClient,
  { whose, flow, redirectUri }: { whose: string; flow: string; redirectUri: string },
): Promise<string> {
  const provider = await providerOf(context, whose)
  if (!provider) throw notSetUp()
  const challenge = await newChallenge(context, boundTo(provider, flow), flowMs)
  const asked = flowOf(context, { state: `${challenge}.${whose}`, flow, redirectUri })
  try {
    return await oidc.signInUrl(openProvider(context, provider), asked)
  } catch (error) {
    if (error instanceof OidcFailure) throw refusal('unavailable', error)
    throw error
  }
}

/**
 * Completes a sign-in with the provider's response: `search` is the query of the URL to which the provider sent the
 * browser. Returns the token of a session that is limited to the provider's merchant.
 */
export async function finishSso(
  context: KycContext,
  oidc: OidcClient,
  input: { whose: string; search: string; flow: string; redirectUri: string; ip: string; browser: string },
): Promise<{ token: string }> {
  const { whose, search, flow, redirectUri } = input
  const state = new URLSearchParams(search).get('state') ?? ''
  const [challenge = '', ofState] = state.split('.')
  const provider = ofState === whose ? await providerOf(context, whose) : undefined
  if (!provider || !(await isChallenge(context, challenge, boundTo(provider, flow)))) throw refusal('over')
  try {
    const answer = await oidc
      .exchange(openProvider(context, provider), { ...flowOf(context, { state, flow, redirectUri }), search })
      .catch((error: unknown) => {
        throw error instanceof OidcFailure ? new Refused(error.kind, { cause: error }) : error
      })
    return await admit(context, provider, { ...input, ...answer })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await recordFailure(context, provider, error, input)
    throw refusal(error.reason, error.cause)
  }
}

/**
 * Returns the URL at which the member signs out of the provider, too. Returns null if the provider has no such page,
 * or cannot be reached, or if the session was not started with a provider.
 */
export async function signOutUrl(
  context: KycContext,
  oidc: OidcClient,
  { provider, sessionId }: SignedIn,
  returnTo: string,
): Promise<string | null> {
  if (!provider) return null
  const db = tablesOf(context)
  const row = await selectProvider(context, db, provider.id)
  if (!row) return null
  const sealed = await selectIdToken(db, sessionId)
  const idToken = sealed === null ? undefined : context.vault.open(sealed, idTokenColumn.at(sessionId))
  try {
    return await oidc.signOutUrl(openProvider(context, row), { idToken, returnTo })
  } catch (error) {
    if (error instanceof OidcFailure) return null
    throw error
  }
}

async function providerOf(context: KycContext, whose: string): Promise<ProviderRow | undefined> {
  const db = tablesOf(context)
  if (whose === operatorName) return await selectProviderOf(context, db, null)
  const merchant = await selectMerchantByNo(db, whose)
  return merchant && (await selectProviderOf(context, db, merchant.id))
}

/** A response counts only for the provider and its configuration with which the sign-in was started. */
function boundTo({ id, issuer, clientId }: ProviderRow, flow: string): string {
  return JSON.stringify(['sso', id, issuer, clientId, flow])
}

/** Derives the nonce and the PKCE verifier, so that they need not be stored. */
function flowOf(
  { vault }: KycContext,
  { state, flow, redirectUri }: { state: string; flow: string; redirectUri: string },
): OidcFlow {
  const derived = (purpose: string) =>
    vault.fingerprint(`member-sso-${purpose}`, `${state}\0${flow}`).toString('base64url')
  return { redirectUri, state, nonce: derived('nonce'), verifier: derived('verifier') }
}

type Answer = {
  fromToken: OidcClaims
  all: OidcClaims
  idToken: string
  ip: string
  browser: string
}

async function admit(
  context: KycContext,
  started: ProviderRow,
  { fromToken, all, idToken, ip, browser }: Answer,
): Promise<{ token: string }> {
  const token = newSessionToken()
  const { merchantId } = started
  await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      await lockMemberships(db, merchantId)
      const provider = await selectProvider(context, db, started.id)
      if (provider?.issuer !== started.issuer || provider.clientId !== started.clientId)
        throw new Refused('over')
      const role = roleOf(all, provider)
      if (role === undefined) throw new Refused('no-role')
      if (provider.requiresMfa && !hasMfa(fromToken, provider)) throw new Refused('no-mfa')
      const { member, isBound } = await identify(context, db, provider, all)
      const joined = await giveRole(context, db, provider, member, role)
      if (!isBound) await bind(context, db, provider, member.id, fromToken)
      const { memberNo } = member
      const sso = { providerId: provider.id, idToken }
      await beginSession(context, db, { memberId: member.id, token, ip, browser, sso })
      const at = new Date(context.clock.now())
      await insertAudit(context, db, {
        ...{ merchantId, memberId: member.id, actor: 'member', action: 'sso.signed-in', target: memberNo },
        ...{ detail: { role, bound: !isBound, joined }, network: networkOf(ip), at },
      })
    })
  return { token }
}

type Identified = { member: MemberRow; isBound: boolean }

/**
 * Returns the member to whom the account belongs. An account that is not bound yet is matched by its verified address,
 * and becomes a member if the provider is configured to create members.
 */
async function identify(
  context: KycContext,
  db: KycDb,
  provider: ProviderRow,
  claims: OidcClaims,
): Promise<Identified> {
  const { vault, random, clock } = context
  const providerId = provider.id
  const subjectHash = subjectHashOf(context, provider, claims)
  const bound = await selectIdentity(context, db, { providerId, subjectHash })
  if (bound === 'forged') throw new Refused('other-account')
  if (bound) {
    const member = await selectMemberById(context, db, bound.memberId)
    if (!member) throw new Refused('not-member')
    return { member, isBound: true }
  }
  const email = verifiedEmailOf(claims)
  if (email === undefined) throw new Refused('email-not-verified')
  const emailHash = emailHashOf(vault, email)
  const known = await selectMemberByEmail(context, db, emailHash)
  if (known) {
    if ((await selectIdentity(context, db, { providerId, memberId: known.id })) !== undefined)
      throw new Refused('other-account', { memberNo: known.memberNo })
    return { member: known, isBound: false }
  }
  if (!provider.createsMembers) throw new Refused('not-member')
  const memberNo = `U${randomDigits(random, 15)}`
  const emailSealed = sealEmail(vault, memberNo, email)
  const member = await upsertMember(context, db, {
    memberNo,
    emailHash,
    emailSealed,
    at: new Date(clock.now()),
  })
  if (!member) throw new Refused('not-member')
  return { member, isBound: false }
}

async function bind(
  context: KycContext,
  db: KycDb,
  provider: ProviderRow,
  memberId: number,
  claims: OidcClaims,
): Promise<void> {
  const subjectHash = subjectHashOf(context, provider, claims)
  const at = new Date(context.clock.now())
  await insertIdentity(context, db, { providerId: provider.id, memberId, subjectHash, at })
}

/** The subject can identify a person, so only a keyed hash is stored. */
function subjectHashOf({ vault }: KycContext, { issuer }: ProviderRow, { sub }: OidcClaims): Buffer {
  return vault.fingerprint('member-subject', JSON.stringify([issuer, sub]))
}

/**
 * Gives the member the role from the claims. Creates the membership if the provider is configured to do so. Returns
 * whether the member joined. An invited person gets the role when they accept the invitation.
 */
async function giveRole(
  context: KycContext,
  db: KycDb,
  provider: ProviderRow,
  member: MemberRow,
  role: Role,
): Promise<boolean> {
  const { merchantId, changedBy: invitedBy } = provider
  const at = new Date(context.clock.now())
  const present = await selectMemberships(context, db, { merchantId })
  const sentAfter = new Date(at.getTime() - invitationMs)
  const invited = await selectInvitations(context, db, { merchantId }, sentAfter)
  const known = [...present, ...invited].find(({ memberId }) => memberId === member.id)
  const waits = merchantId !== null && allows(role, 'reviews.decide', true)
  const waitsUntil = waits ? new Date(at.getTime() + newMemberMs) : null
  if (known) {
    if (known.role === role || isLastOwner(present, known)) return false
    const couldReview = allows(known.role, 'reviews.decide', true)
    const reviewsFrom = couldReview ? known.reviewsFrom : waitsUntil
    await updateRole(context, db, known.id, { role, invitedBy, reviewsFrom })
    const detail = { role, before: known.role, sso: true }
    const entry = { merchantId, action: 'member.role-changed', target: member.memberNo, detail, at }
    await insertAudit(context, db, { ...byServer, ...entry })
    return false
  }
  const isGone = await selectWasRemoved(db, { memberId: member.id, merchantId })
  // Without the number, because the log must not reveal who is a member of other merchants.
  if (!provider.createsMembers || isGone) throw new Refused('not-member')
  await insertMembership(context, db, {
    ...{ memberId: member.id, merchantId, role, at, acceptedAt: at, invitedBy, reviewsFrom: waitsUntil },
  })
  return true
}

/** The last owner keeps the role, whatever the provider states. */
function isLastOwner(present: readonly MembershipRow[], member: MembershipRow): boolean {
  return (
    member.role === 'owner' &&
    member.acceptedAt !== null &&
    !present.some(({ id, role }) => role === 'owner' && id !== member.id)
  )
}

const refusals = {
  over: {
    message: 'This sign-in has expired, was already used, or was started in another browser.',
    remedy: 'Start again.',
  },
  unavailable: {
    message: 'The identity provider cannot be reached or is not set up correctly.',
    remedy: 'Try again in a few minutes. If it fails again, contact an owner of the merchant.',
  },
  denied: {
    message: 'The identity provider refused the sign-in.',
    remedy: 'Start again, or contact the administrator of your identity provider.',
  },
  invalid: {
    message: 'The response of the identity provider could not be verified.',
    remedy: 'Start again. If it fails again, contact an owner of the merchant.',
  },
  'no-role': {
    message: 'Your account has no role here.',
    remedy:
      'Ask the administrator of your identity provider to add your account to a group that has a role here, then sign in again.',
  },
  'no-mfa': {
    message: 'Your identity provider did not confirm that you signed in with a second factor.',
    remedy: 'Set up a second factor at your identity provider, sign out there, then sign in again.',
  },
  'email-not-verified': {
    message: 'Your identity provider did not confirm your e-mail address.',
    remedy: 'Verify your address at your identity provider, or contact its administrator.',
  },
  'not-member': {
    message: 'You are not a member.',
    remedy: 'Ask an owner of the merchant to invite you, then sign in again.',
  },
  'other-account': {
    message: 'This member signs in with another account of the identity provider.',
    remedy:
      'Sign in with the account that you used first, or ask an owner to remove you and invite you again.',
  },
} satisfies Record<string, { message: string; remedy: string }>

type Reason = keyof typeof refusals

/** A sign-in that has to be recorded as refused. */
class Refused extends Error {
  readonly reason: Reason
  /** The member, if the account was matched to one. */
  readonly memberNo: string | undefined

  constructor(reason: Reason, { cause, memberNo }: { cause?: unknown; memberNo?: string } = {}) {
    super(reason, { cause })
    this.reason = reason
    this.memberNo = memberNo
  }
}

function refusal(reason: Reason, cause?: unknown): UserError {
  const retryable = reason === 'unavailable'
  return new UserError({ code: `sso.${reason}`, ...refusals[reason], retryable, cause })
}

async function recordFailure(
  context: KycContext,
  { id, merchantId }: ProviderRow,
  { reason, memberNo, cause }: Refused,
  { whose, ip }: { whose: string; ip: string },
): Promise<void> {
  const at = new Date(context.clock.now())
  const problem = cause instanceof OidcFailure && { problem: cause.message }
  await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const failures = await countProviderFailure(db, id, { at, every: recordEveryMs })
      if (failures === undefined) return
      await insertAudit(context, db, {
        ...{ ...byServer, merchantId, action: 'sso.refused', target: memberNo ?? whose },
        ...{ detail: { reason, failures, ...problem }, network: networkOf(ip), at },
      })
    })
}
