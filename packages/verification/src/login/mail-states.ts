import type { Clock, Vault } from '@touchstone/common'
import type { Database } from '@touchstone/storage'
import { journeyTablesOf } from '../context.ts'
import { codeHash } from './login-code.ts'
import { loginLimits } from './login-limits.ts'
import { type SentCode, selectSentCodes } from './mail-state-store.ts'

/** `used`: someone logged in with the code. `ended`: the code was replaced or has expired. */
export type MailState = 'open' | 'used' | 'ended'

/**
 * Returns the state of each mail's code, in the given order. The mailbox does not store states, so each code
 * is found by its hash, as during login.
 */
export async function mailStates(
  context: { database: Database; clock: Clock; vault: Vault },
  mails: readonly { to: string; code: string; at: number }[],
): Promise<MailState[]> {
  const { clock, vault } = context
  const hashOf = (to: string) => vault.fingerprint('login-code-address', to)
  const hashes = new Map([...new Set(mails.map(({ to }) => to))].map((to) => [to, hashOf(to)]))
  const sent = await selectSentCodes(journeyTablesOf(context), [...hashes.values()])
  return mails.map(({ to, code, at }) => {
    const addressHash = hashes.get(to) ?? hashOf(to)
    const found = sent.find(
      (one) =>
        addressHash.equals(one.addressHash) &&
        codeHash(vault, { sessionId: one.sessionId, addressHash, code }).equals(one.codeHash),
    )
    if (found) return stateOf(found, clock.now())
    return at + loginLimits.lifetimeMs > clock.now() ? 'open' : 'ended'
  })
}

/**
 * Returns the state of a code. The end time of a used code equals the login time, because both are written in
 * one transaction. A replaced code has an earlier end time.
 */
function stateOf({ endedAt, loginAt, expiresAt }: SentCode, now: number): MailState {
  if (endedAt && loginAt && endedAt.getTime() === loginAt.getTime()) return 'used'
  return endedAt || expiresAt.getTime() <= now ? 'ended' : 'open'
}
