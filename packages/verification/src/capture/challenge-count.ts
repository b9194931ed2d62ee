import { journeyTablesOf, type VerificationContext } from '../context.ts'
import {
  changeChallengeCount,
  selectChallengeCount,
  selectLoginFingerprint,
} from './challenge-count-store.ts'
import { countOneMore, pauseOf } from './challenge-limits.ts'

/** Counts a challenge that is about to be shown. False in a pause: then none may be. */
export async function countChallenge(context: VerificationContext, personId: number): Promise<boolean> {
  const hash = await personHash(context, personId)
  const now = context.clock.now()
  const counted = await changeChallengeCount(journeyTablesOf(context), hash, (count) =>
    pauseOf(count, now) === undefined ? countOneMore(count, now) : undefined,
  )
  return counted !== undefined
}

/** Until when a person is shown no challenge. */
export async function challengePause(
  context: VerificationContext,
  personId: number,
): Promise<number | undefined> {
  const count = await selectChallengeCount(journeyTablesOf(context), await personHash(context, personId))
  return pauseOf(count, context.clock.now())
}

/**
 * Of the login, not of the person's number: who is forgotten and comes back is another person, with the same login. Its
 * purpose is its own, so that the count can't be joined with people.
 */
async function personHash(context: VerificationContext, personId: number): Promise<Uint8Array> {
  const login = await selectLoginFingerprint(journeyTablesOf(context), personId)
  return context.vault.fingerprint('liveness-draws', Buffer.from(login).toString('hex'))
}
