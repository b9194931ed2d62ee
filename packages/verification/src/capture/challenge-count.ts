import { journeyTablesOf, type VerificationContext } from '../context.ts'
import {
  changeChallengeCount,
  selectChallengeCount,
  selectLoginFingerprint,
} from './challenge-count-store.ts'
import { countOneLess, countOneMore, pauseOf, takeBackEveryMs } from './challenge-limits.ts'

/**
 * Counts a challenge before it is shown. Returns false during a pause, in which no challenge can be shown.
 */
export async function countChallenge(context: VerificationContext, personId: number): Promise<boolean> {
  const hash = await personHash(context, personId)
  const now = context.clock.now()
  const counted = await changeChallengeCount(journeyTablesOf(context), hash, (count) =>
    pauseOf(count, now) === undefined ? countOneMore(count, now) : undefined,
  )
  return counted !== undefined
}

/**
 * Takes back a challenge that failed because of the service, at most once a day. An attacker who makes the
 * service lag therefore gains only one challenge a day. The time of the last such challenge is stored in a
 * separate counter, under its own hash.
 */
export async function takeBackChallenge(context: VerificationContext, personId: number): Promise<void> {
  const db = journeyTablesOf(context)
  const now = context.clock.now()
  const taken = await changeChallengeCount(
    db,
    await personHash(context, personId, 'liveness-taken-back'),
    (count) =>
      count && count.lastAt + takeBackEveryMs > now ? undefined : { drawn: 1, rounds: 0, lastAt: now },
  )
  if (taken) await changeChallengeCount(db, await personHash(context, personId), countOneLess)
}

/** Returns when the person's current pause ends, or undefined if there is no pause. */
export async function challengePause(
  context: VerificationContext,
  personId: number,
): Promise<number | undefined> {
  const count = await selectChallengeCount(journeyTablesOf(context), await personHash(context, personId))
  return pauseOf(count, context.clock.now())
}

/**
 * Derives the hash from the login instead of the person's number, because an erased person who returns has a
 * new number but the same login. The hash uses a separate key purpose, so that counts cannot be linked to
 * people.
 */
async function personHash(
  context: VerificationContext,
  personId: number,
  purpose = 'liveness-draws',
): Promise<Uint8Array> {
  const login = await selectLoginFingerprint(journeyTablesOf(context), personId)
  return context.vault.fingerprint(purpose, Buffer.from(login).toString('hex'))
}
