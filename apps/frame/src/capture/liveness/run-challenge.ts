import type { LivenessChallenge } from '@touchstone/contract'
import { type ChallengeMoment, challengeEnd, challengeMoment } from './challenge-moment.ts'

/** Frames a second that the server wants; fewer than six miss a blink. */
export const framesPerSecond = 8
/** After a stall frames follow this near to each other until they are on time again. */
const catchUpMs = 60
const tickMs = 20

/**
 * Leads through a challenge by the clock, which starts with the first frame: says what to show, and when to take a
 * frame. Resolves at the end, or with false once it is stopped.
 */
export function runChallenge(options: {
  challenge: LivenessChallenge
  now: () => number
  /** Takes a frame, so much later than it was due; false where the camera has none yet. */
  onFrame: (atMs: number, lateMs: number) => boolean
  onMoment: (moment: ChallengeMoment, share: number) => void
}): { finished: Promise<boolean>; stop: () => void } {
  const { challenge, now, onFrame, onMoment } = options
  const endMs = challengeEnd(challenge)
  let startedAt: number | undefined
  let taken = 0
  let lastMs = Number.NEGATIVE_INFINITY
  let settle: (isWhole: boolean) => void = () => undefined
  const finished = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  const timer = setInterval(tick, tickMs)

  function tick(): void {
    const atMs = startedAt === undefined ? 0 : now() - startedAt
    if (startedAt !== undefined) onMoment(challengeMoment(challenge, atMs), Math.min(1, atMs / endMs))
    if (atMs > endMs) {
      stop(true)
      return
    }
    const lateMs = atMs - (taken * 1_000) / framesPerSecond
    if (lateMs < 0 || atMs - lastMs < catchUpMs) return
    // Read before the frame is drawn: drawing takes time of its own.
    const instant = now()
    if (!onFrame(startedAt === undefined ? 0 : instant - startedAt, lateMs)) return
    startedAt ??= instant
    lastMs = instant - startedAt
    taken += 1
  }

  function stop(isWhole: boolean): void {
    clearInterval(timer)
    settle(isWhole)
  }
  return { finished, stop: () => stop(false) }
}
