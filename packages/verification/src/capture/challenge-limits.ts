/**
 * Limits how many challenges a person is shown, because an existing recording could by chance fit a new
 * challenge.
 */
export const challengeLimits = {
  challenges: 6,
  /** The first pause. Each further pause is twice as long. */
  pauseMs: 15 * 60_000,
  longestPauseMs: 24 * 3_600_000,
  /**
   * If no challenge is drawn for this long after the last pause, the next pause has its initial length again.
   */
  forgottenMs: 24 * 3_600_000,
}

/** `drawn` is the number of challenges since the last pause. `rounds` is the number of previous pauses. */
export type ChallengeCount = { drawn: number; rounds: number; lastAt: number }

/** Returns when the current pause ends, or undefined if a challenge can be drawn. */
export function pauseOf(count: ChallengeCount | undefined, now: number): number | undefined {
  if (count === undefined || count.drawn < challengeLimits.challenges) return undefined
  const until = count.lastAt + pauseMsOf(count)
  return until > now ? until : undefined
}

/** Adds one challenge to the count. Must not be called during a pause. */
export function countOneMore(count: ChallengeCount | undefined, now: number): ChallengeCount {
  if (count === undefined || keptUntil(count) <= now) return { drawn: 1, rounds: 0, lastAt: now }
  const { drawn, rounds } = count
  if (drawn < challengeLimits.challenges) return { drawn: drawn + 1, rounds, lastAt: now }
  return { drawn: 1, rounds: rounds + 1, lastAt: now }
}

/**
 * Takes back one challenge. The first challenge after a pause is never taken back: otherwise the count would
 * be empty and the next pause would have its initial length again.
 */
export function countOneLess(count: ChallengeCount | undefined): ChallengeCount | undefined {
  if (count === undefined || (count.drawn <= 1 && count.rounds > 0)) return undefined
  return { ...count, drawn: count.drawn - 1 }
}

/** Minimum time between two challenges that are taken back. */
export const takeBackEveryMs = 24 * 3_600_000

export function keptUntil(count: ChallengeCount): number {
  return count.lastAt + pauseMsOf(count) + challengeLimits.forgottenMs
}

function pauseMsOf({ rounds }: ChallengeCount): number {
  const { pauseMs, longestPauseMs } = challengeLimits
  return Math.min(pauseMs * 2 ** rounds, longestPauseMs)
}
