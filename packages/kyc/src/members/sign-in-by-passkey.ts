import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { type KycContext, tablesOf } from '../context.ts'
import { byPasskey, rightsOf } from './member-rights.ts'
import { isChallenge, newChallenge, passkeyRefused, type RelyingParty } from './passkey-challenges.ts'
import { selectPasskey, updatePasskeyUse } from './passkey-store.ts'
import { beginSession, newSessionToken } from './sign-in.ts'

/**
 * Returns options that list no passkeys, so that the browser offers the passkeys that it has for this page.
 */
export async function beginSignInByPasskey(
  context: KycContext,
  { flow, party }: { flow: string; party: RelyingParty },
): Promise<object> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  return await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'required',
    challenge: Uint8Array.from(Buffer.from(await newChallenge(context, flow), 'base64url')),
  })
}

export async function signInByPasskey(
  context: KycContext,
  input: { response: object; flow: string; party: RelyingParty; ip: string; browser: string },
): Promise<{ token: string }> {
  const response = input.response as AuthenticationResponseJSON
  const db = tablesOf(context)
  const passkey = typeof response.id === 'string' ? await selectPasskey(context, db, response.id) : undefined
  if (!passkey) throw passkeyRefused()
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => isChallenge(context, challenge, input.flow),
    expectedOrigin: input.party.origin,
    expectedRPID: input.party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: Uint8Array.from(passkey.publicKey),
      counter: passkey.counter,
    },
  }).catch(() => {
    throw passkeyRefused()
  })
  if (!verified) throw passkeyRefused()
  const token = newSessionToken()
  await db.transaction().execute(async (tables) => {
    const { memberId } = passkey
    if ((await rightsOf(context, tables, { memberId, ...byPasskey })).isNone) throw passkeyRefused()
    const at = new Date(context.clock.now())
    const use = { id: passkey.id, counter: authenticationInfo.newCounter, at }
    if (!(await updatePasskeyUse(context, tables, use))) throw passkeyRefused()
    await beginSession(context, tables, { memberId, token, ...input, passkeyId: passkey.id })
  })
  return { token }
}
