import { randomBytes } from 'node:crypto'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { networkOf, UserError } from '@touchstone/common'
import type { Passkeys } from '@touchstone/contract'
import type { AuditEntry, ChangedBy } from '../audit/audit-store.ts'
import { insertAudit, insertAudits } from '../audit/insert-audit.ts'
import { type KycContext, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { openEmail } from './member-email.ts'
import { byPasskey, rightsOf } from './member-rights.ts'
import type { SignedIn } from './member-session.ts'
import { endMemberSessions } from './member-session-store.ts'
import { acceptMembership, type MemberRow, selectMemberById, selectMemberByNo } from './member-store.ts'
import { isChallenge, newChallenge, passkeyRefused, type RelyingParty } from './passkey-challenges.ts'
import {
  deletePasskey,
  insertEnrolment,
  insertPasskey,
  selectEnrolment,
  selectPasskeysOf,
  takeEnrolment,
} from './passkey-store.ts'
import { beginSession, newSessionToken } from './sign-in.ts'

const mostPasskeys = 20

/**
 * Returns the options with which the browser creates a passkey. The options exclude the member's existing
 * passkeys.
 */
export async function beginPasskey(
  context: KycContext,
  signedIn: SignedIn,
  party: RelyingParty,
): Promise<object> {
  const present = await selectPasskeysOf(context, tablesOf(context), signedIn.memberId)
  requireStrongEnough(signedIn, present)
  const member = await selectMemberById(context, tablesOf(context), signedIn.memberId)
  if (!member) throw passkeyRefused()
  return await creationOptions(context, { member, party, bound: boundTo(signedIn) })
}

/** How long an enrolment link is valid. It works once. */
const enrolmentMs = 15 * 60_000

/**
 * Creates the token for a link through which one of the operator's members can join and create a passkey.
 * Where operators cannot sign in with mailed codes, this link is the only way to create a first passkey.
 */
export async function createEnrolment(
  context: KycContext,
  { memberNo }: { memberNo: string },
  by: ChangedBy,
): Promise<string> {
  const db = tablesOf(context)
  const member = await selectMemberByNo(context, db, memberNo)
  if (!member) throw new InputError('member', 'is not known')
  const token = randomBytes(32).toString('base64url')
  const at = new Date(context.clock.now())
  const expiresAt = new Date(at.getTime() + enrolmentMs)
  await insertEnrolment(context, db, {
    tokenHash: enrolmentHash(context, token),
    memberId: member.id,
    expiresAt,
  })
  const entry = { merchantId: null, action: 'passkey.link-created', target: memberNo, detail: {}, at }
  await insertAudit(context, db, { ...by, ...entry })
  return token
}

function enrolmentHash({ vault }: KycContext, token: string): Buffer {
  return vault.fingerprint('member-enrolment', token)
}

function enrolmentOver(): UserError {
  return new UserError({
    code: 'passkey.link-over',
    message: 'This link has expired or has already been used.',
    remedy: 'Create a new link with: touchstone member add operator <e-mail>',
  })
}

/** Returns the options with which the browser creates a passkey for an enrolment link. */
export async function beginEnrolment(
  context: KycContext,
  { token, flow, party }: { token: string; flow: string; party: RelyingParty },
): Promise<object> {
  const db = tablesOf(context)
  const now = new Date(context.clock.now())
  const memberId = await selectEnrolment(context, db, { tokenHash: enrolmentHash(context, token), now })
  const member = memberId === undefined ? undefined : await selectMemberById(context, db, memberId)
  if (!member) throw enrolmentOver()
  return await creationOptions(context, { member, party, bound: flow })
}

/**
 * Stores the passkey created for an enrolment link, accepts the operator's invitation and signs the member in.
 */
export async function enrol(
  context: KycContext,
  input: {
    token: string
    name: string
    response: object
    flow: string
    party: RelyingParty
    ip: string
    browser: string
  },
): Promise<{ token: string }> {
  const name = checkedName(input.name)
  const registered = await verifiedPasskey(context, { ...input, bound: input.flow })
  const tokenHash = enrolmentHash(context, input.token)
  const at = new Date(context.clock.now())
  const token = newSessionToken()
  await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const memberId = await selectEnrolment(context, db, { tokenHash, now: at })
      const member = memberId === undefined ? undefined : await selectMemberById(context, db, memberId)
      if (!member || memberId === undefined || !(await takeEnrolment(db, { tokenHash, now: at })))
        throw enrolmentOver()
      const rights = await rightsOf(context, db, { memberId, ...byPasskey })
      const invitation = rights.invitations.find(({ role }) => role === 'operator')
      if (!invitation && !rights.memberships.some(({ role }) => role === 'operator')) throw enrolmentOver()
      if (invitation)
        await acceptMembership(context, db, invitation.id, { at, reviewsFrom: invitation.reviewsFrom })
      if ((await selectPasskeysOf(context, db, memberId)).length >= mostPasskeys) throw tooManyPasskeys()
      const passkeyId = await insertPasskey(context, db, { memberId, ...registered, name, createdAt: at })
      if (passkeyId === undefined) throw passkeyRefused()
      const { ip, browser } = input
      await beginSession(context, db, { memberId, token, ip, browser, passkeyId })
      await insertAudit(context, db, {
        ...{ merchantId: null, memberId, actor: 'member', action: 'passkey.added', target: member.memberNo },
        ...{ detail: { byLink: true }, network: networkOf(ip), at },
      })
    })
  return { token }
}

function checkedName(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > 60) throw new InputError('name', 'must have 1 to 60 characters')
  return name
}

function tooManyPasskeys(): InputError {
  return new InputError('passkey', `limit of ${mostPasskeys} has been reached`)
}

async function creationOptions(
  context: KycContext,
  { member, party, bound }: { member: MemberRow; party: RelyingParty; bound: string },
): Promise<object> {
  const present = await selectPasskeysOf(context, tablesOf(context), member.id)
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return await generateRegistrationOptions({
    rpName: 'Touchstone',
    rpID: party.id,
    userName: openEmail(context.vault, member),
    userID: Uint8Array.from(Buffer.from(member.memberNo)),
    challenge: Uint8Array.from(Buffer.from(await newChallenge(context, bound), 'base64url')),
    attestationType: 'none',
    excludeCredentials: present.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

async function verifiedPasskey(
  context: KycContext,
  { response, party, bound }: { response: object; party: RelyingParty; bound: string },
): Promise<{ credentialId: string; publicKey: Uint8Array; counter: number }> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: (challenge) => isChallenge(context, challenge, bound),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(() => {
    throw passkeyRefused()
  })
  if (!verified) throw passkeyRefused()
  const { id: credentialId, publicKey, counter } = registrationInfo.credential
  return { credentialId, publicKey, counter }
}

export async function addPasskey(
  context: KycContext,
  signedIn: SignedIn,
  input: { name: string; response: object; party: RelyingParty },
  by: ChangedBy,
): Promise<void> {
  const name = checkedName(input.name)
  const registered = await verifiedPasskey(context, { ...input, bound: boundTo(signedIn) })
  const at = new Date(context.clock.now())
  await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const present = await selectPasskeysOf(context, db, signedIn.memberId)
      requireStrongEnough(signedIn, present)
      if (present.length >= mostPasskeys) throw tooManyPasskeys()
      const passkey = { memberId: signedIn.memberId, ...registered, name, createdAt: at }
      if ((await insertPasskey(context, db, passkey)) === undefined) throw passkeyRefused()
      const entry = { ...by, action: 'passkey.added', detail: {}, at }
      await insertAudits(context, db, entriesOf(signedIn, entry))
    })
}

/** Removes a passkey and ends all sessions that were started with it. */
export async function removePasskey(
  context: KycContext,
  signedIn: SignedIn,
  { id }: { id: number },
  by: ChangedBy,
): Promise<void> {
  const at = new Date(context.clock.now())
  await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      requireStrongEnough(signedIn, await selectPasskeysOf(context, db, signedIn.memberId))
      if (!(await deletePasskey(db, { id, memberId: signedIn.memberId })))
        throw new InputError('passkey', 'is not known')
      await endMemberSessions(db, { memberId: signedIn.memberId, at, passkeyId: id })
      const entry = { ...by, action: 'passkey.removed', detail: {}, at }
      await insertAudits(context, db, entriesOf(signedIn, entry))
    })
}

/** Returns the same entry for the log of each merchant that the member belongs to. */
function entriesOf(
  { memberships }: SignedIn,
  entry: Omit<AuditEntry, 'merchantId' | 'target'>,
): AuditEntry[] {
  return memberships.map(({ merchantId, memberNo }) => ({ ...entry, merchantId, target: memberNo }))
}

export async function listPasskeys(context: KycContext, { memberId, provider }: SignedIn): Promise<Passkeys> {
  if (provider) throw notInSsoSession()
  const rows = await selectPasskeysOf(context, tablesOf(context), memberId)
  return {
    passkeys: rows.map(({ id, name, createdAt, lastUsedAt }) => ({
      ...{ id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null },
    })),
  }
}

/**
 * Requires a session that was started with a passkey, because access to the mailbox alone must not be enough
 * to add or remove a passkey. An identity provider is not enough either: passkeys give access to all merchants of the
 * member, and the provider belongs to one of them.
 */
function requireStrongEnough({ byPasskey, provider }: SignedIn, present: readonly unknown[]): void {
  if (provider) throw notInSsoSession()
  if (present.length > 0 && !byPasskey)
    throw new InputError(
      'passkey',
      'can be changed only in a session that was started with a passkey: sign in with one first',
    )
}

function notInSsoSession(): UserError {
  return new UserError({
    code: 'member.sso-session',
    message: 'Passkeys cannot be changed while you are signed in with single sign-on.',
    remedy: 'Sign in with a code or a passkey, then change your passkeys.',
  })
}

const boundTo = ({ csrfToken }: SignedIn): string => csrfToken
