import type { LivenessChallenge, LivenessTurn } from '@touchstone/contract'

/**
 * Time for the person to read that the challenge is about to begin. People who have waited in the queue get
 * more time, because they may have looked away.
 */
export const beginningMs = 900
export const beginningAfterWaitMs = 3_000
export const askEveryMs = 2_000

/**
 * Polls the server until it is this person's turn. `onPlace` is called with the person's place in the queue
 * and the expected wait, and with place 0 when the wait is over. Returns undefined if the person leaves.
 */
export async function waitForTurn(options: {
  ask: () => Promise<LivenessTurn>
  pause: (ms: number) => Promise<void>
  leaving: AbortSignal
  onPlace: (ahead: number, waitSeconds?: number) => void
}): Promise<LivenessChallenge | undefined> {
  const { ask, pause, leaving, onPlace } = options
  let [turn] = await Promise.all([ask(), pause(beginningMs)])
  const hasWaited = 'ahead' in turn
  while ('ahead' in turn && !leaving.aborted) {
    onPlace(turn.ahead, turn.waitSeconds)
    await pause(askEveryMs)
    if (!leaving.aborted) turn = await ask()
  }
  if (hasWaited && !leaving.aborted) {
    onPlace(0)
    await pause(beginningAfterWaitMs)
  }
  return leaving.aborted || 'ahead' in turn ? undefined : turn.challenge
}
