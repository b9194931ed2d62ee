import { randomBytes } from 'node:crypto'
import { UserError } from '@touchstone/common'
import { type KycContext, tablesOf } from '../context.ts'
import { insertChallenge, takeChallenge } from './passkey-store.ts'

/** Where the page is: passkeys are bound to it by the browser. */
export type RelyingParty = { readonly id: string; readonly origin: string }

const goodForMs = 5 * 60_000

/** `bound`: what only the browser has that asks, a cookie of ours. */
export async function newChallenge(context: KycContext, bound: string): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  const expiresAt = new Date(context.clock.now() + goodForMs)
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

/** Says the same whatever was wrong with it: the details are a forger's. */
export function passkeyRefused(): UserError {
  return new UserError({
    code: 'passkey.refused',
    message: 'This passkey was not accepted.',
    remedy: 'Try again, or sign in with a code.',
  })
}
