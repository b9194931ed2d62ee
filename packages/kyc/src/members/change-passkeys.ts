import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Passkeys } from '@touchstone/contract'
import { type ChangedBy, insertAudit } from '../audit/audit-store.ts'
import { type KycContext, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { openEmail } from './member-email.ts'
import type { SignedIn } from './member-session.ts'
import { isChallenge, newChallenge, passkeyRefused, type RelyingParty } from './passkey-challenges.ts'
import { deletePasskey, insertPasskey, selectPasskeysOf } from './passkey-store.ts'

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
  const present = await selectPasskeysOf(tablesOf(context), signedIn.memberId)
  requireStrongEnough(signedIn, present)
  const [membership] = signedIn.memberships
  if (!membership) throw passkeyRefused()
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return await generateRegistrationOptions({
    rpName: 'Touchstone',
    rpID: party.id,
    userName: openEmail(context.vault, membership),
    userID: Uint8Array.from(Buffer.from(membership.memberNo)),
    challenge: Uint8Array.from(Buffer.from(await newChallenge(context, boundTo(signedIn)), 'base64url')),
    attestationType: 'none',
    excludeCredentials: present.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

export async function addPasskey(
  context: KycContext,
  signedIn: SignedIn,
  input: { name: string; response: object; party: RelyingParty },
  by: ChangedBy,
): Promise<void> {
  const name = input.name.trim()
  if (name === '' || name.length > 60) throw new InputError('name', 'must have 1 to 60 characters')
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: input.response as RegistrationResponseJSON,
    expectedChallenge: (challenge) => isChallenge(context, challenge, boundTo(signedIn)),
    expectedOrigin: input.party.origin,
    expectedRPID: input.party.id,
    requireUserVerification: true,
  }).catch(() => {
    throw passkeyRefused()
  })
  if (!verified) throw passkeyRefused()
  const { id: credentialId, publicKey, counter } = registrationInfo.credential
  const at = new Date(context.clock.now())
  await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const present = await selectPasskeysOf(db, signedIn.memberId)
      requireStrongEnough(signedIn, present)
      if (present.length >= mostPasskeys)
        throw new InputError('passkey', `limit of ${mostPasskeys} is reached`)
      const passkey = { memberId: signedIn.memberId, credentialId, publicKey, counter, name, createdAt: at }
      if (!(await insertPasskey(db, passkey))) throw passkeyRefused()
      for (const { merchantId, memberNo } of signedIn.memberships)
        await insertAudit(db, {
          ...{ ...by, merchantId, action: 'passkey.added', target: memberNo, detail: {}, at },
        })
    })
}

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
      requireStrongEnough(signedIn, await selectPasskeysOf(db, signedIn.memberId))
      if (!(await deletePasskey(db, { id, memberId: signedIn.memberId })))
        throw new InputError('passkey', 'is not known')
      for (const { merchantId, memberNo } of signedIn.memberships)
        await insertAudit(db, {
          ...{ ...by, merchantId, action: 'passkey.removed', target: memberNo, detail: {}, at },
        })
    })
}

export async function listPasskeys(context: KycContext, { memberId }: SignedIn): Promise<Passkeys> {
  const rows = await selectPasskeysOf(tablesOf(context), memberId)
  return {
    passkeys: rows.map(({ id, name, createdAt, lastUsedAt }) => ({
      ...{ id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null },
    })),
  }
}

/**
 * Requires a session that was signed in with a passkey, because access to the mailbox alone must not be
 * enough to add or remove a passkey.
 */
function requireStrongEnough({ byPasskey }: SignedIn, present: readonly unknown[]): void {
  if (present.length > 0 && !byPasskey)
    throw new InputError(
      'passkey',
      'can be changed only in a session that was signed in with a passkey: sign in with one first',
    )
}

const boundTo = ({ csrfToken }: SignedIn): string => csrfToken
