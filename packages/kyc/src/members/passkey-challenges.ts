import { randomBytes } from 'node:crypto'
import { UserError } from '@touchstone/common'
import { type KycContext, tablesOf } from '../context.ts'
import { insertChallenge, takeChallenge } from './passkey-store.ts'

/** The origin of the page. Browsers bind passkeys to this origin. */
export type RelyingParty = { readonly id: string; readonly origin: string }

const goodForMs = 5 * 60_000

/** `bound`: a value that only the requesting browser has (in a cookie of the service). */
export async function newChallenge(context: KycContext, bound: string, validMs = goodForMs): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  const expiresAt = new Date(context.clock.now() + validMs)
  await insertChallenge(tablesOf(context), { ...hashesOf(context, challenge, bound), expiresAt })
  return challenge
}

export async function isChallenge(context: KycContext, challenge: string, bound: string): Promise<boolean> {
  const now = new Date(context.clock.now())
  return await takeChallenge(tablesOf(context), { ...hashesOf(context, challenge, bound), now })
}

function hashesOf({ vault }: KycContext, challenge: string, bound: string) {
  return {
    challengeHash: vault.fingerprint('member-challenge', challenge),
    boundHash: vault.fingerprint('member-challenge-of', bound),
  }
}

/** Every failure throws the same error, because details would help an attacker. */
export function passkeyRefused(): UserError {
  return new UserError({
    code: 'passkey.refused',
    message: 'This passkey was not accepted.',
    remedy: 'Try again, or sign in with a code.',
  })
}
