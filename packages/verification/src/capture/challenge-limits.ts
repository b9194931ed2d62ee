/** How often somebody may be shown a challenge: each one that is shown is one that a recorded film might fit. */
export const challengeLimits = {
  challenges: 6,
  /** The first pause; each further one is twice as long. */
  pauseMs: 15 * 60_000,
  longestPauseMs: 24 * 3_600_000,
  /** After so long without a challenge, the last pause not counted, it begins again with the first pause. */
  forgottenMs: 24 * 3_600_000,
}

/** `drawn` counts since the last pause, `rounds` the pauses that came before. */
export type ChallengeCount = { drawn: number; rounds: number; lastAt: number }

/** Until when nothing is drawn; undefined where a challenge can be. */
export function pauseOf(count: ChallengeCount | undefined, now: number): number | undefined {
  if (count === undefined || count.drawn < challengeLimits.challenges) return undefined
  const until = count.lastAt + pauseMsOf(count)
  return until > now ? until : undefined
}

/** The count with one challenge more. Only where there is no pause. */
export function countOneMore(count: ChallengeCount | undefined, now: number): ChallengeCount {
  if (count === undefined || keptUntil(count) <= now) return { drawn: 1, rounds: 0, lastAt: now }
  const { drawn, rounds } = count
  if (drawn < challengeLimits.challenges) return { drawn: drawn + 1, rounds, lastAt: now }
  return { drawn: 1, rounds: rounds + 1, lastAt: now }
}

export function keptUntil(count: ChallengeCount): number {
  return count.lastAt + pauseMsOf(count) + challengeLimits.forgottenMs
}

function pauseMsOf({ rounds }: ChallengeCount): number {
  const { pauseMs, longestPauseMs } = challengeLimits
  return Math.min(pauseMs * 2 ** rounds, longestPauseMs)
}
