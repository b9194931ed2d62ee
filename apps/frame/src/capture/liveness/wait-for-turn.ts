import type { LivenessChallenge, LivenessTurn } from '@touchstone/contract'

/** Time to read that the challenge begins. People who waited get more, because they may have looked away. */
export const beginningMs = 900
export const beginningAfterWaitMs = 3_000
export const askEveryMs = 2_000

/**
 * Polls the server until it is this person's turn. `onPlace` receives the place in the queue and the expected
 * wait, and 0 when the wait is over. Returns undefined if the person leaves.
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
