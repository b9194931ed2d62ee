import { UserError } from '@touchstone/common'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { bearerHash } from './bearer.ts'
import { networkHashOf } from './network-hash.ts'
import type { Session } from './session.ts'
import { selectSessionByBearer, updateSession } from './session-store.ts'

/** How long an unused session remains valid. */
export const sessionLifetimeMs = 24 * 60 * 60 * 1000
/**
 * Minimum time between two updates of the last use. Pages poll every second, and there is no need to record
 * every request.
 */
const touchEveryMs = 60_000

/** Finds the session and records the network from which it is used. */
export async function findSession(
  context: VerificationContext,
  bearer: string,
  ip?: string,
): Promise<Session> {
  const db = journeyTablesOf(context)
  const now = context.clock.now()
  const hash = bearerHash(context.vault, bearer)
  const session = await selectSessionByBearer(db, hash, new Date(now - sessionLifetimeMs))
  if (!session) throw unknownSession()
  const network = ip === undefined ? null : networkHashOf(context.vault, ip)
  const isSameNetwork = network === null || equal(network, session.networkHash)
  if (isSameNetwork && now - session.usedAt.getTime() < touchEveryMs) return session
  const used = { used_at: new Date(now), ...(!isSameNetwork && { network_hash: network }) }
  return await updateSession(db, session.id, used)
}

function equal(first: Uint8Array, second: Uint8Array | null): boolean {
  return second !== null && Buffer.compare(first, second) === 0
}

function unknownSession(): UserError {
  return new UserError({
    code: 'session.unknown',
    message: 'This page was open for too long, or another page has taken over.',
    remedy: 'Go back to the site that you came from and start again. Your progress is saved.',
  })
}
