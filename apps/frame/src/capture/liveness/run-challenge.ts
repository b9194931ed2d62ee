import type { LivenessChallenge } from '@touchstone/contract'
import { type ChallengeMoment, challengeEnd, challengeMoment } from './challenge-moment.ts'

/** The frame rate of the recording in frames per second, unless the server requests a lower rate. */
export const framesPerSecond = 8
/**
 * The lowest frame rate. With fewer than six frames in a second, a blink can be missed; the seventh frame
 * allows for one late frame.
 */
const leastPerSecond = 7

/** Limits a requested frame rate to the supported range. */
export function rateWithin(requested: number | undefined): number {
  return Math.min(framesPerSecond, Math.max(leastPerSecond, requested ?? framesPerSecond))
}
/** Interval between frames after a stall, until the recording is on time again. */
const catchUpMs = 60
const tickMs = 20
/**
 * The server refuses a recording in which any one-second window has fewer frames. Windows start every half
 * second.
 */
const fewest = { frames: 6, withinMs: 1_000, everyMs: 500 }

/** `starved` means that the device recorded too few frames and the server would refuse the recording. */
export type RunOutcome = 'whole' | 'stopped' | 'starved'

/**
 * Runs a challenge on a clock that starts with the first frame. Calls `onMoment` with the state to show and
 * `onFrame` when a frame must be recorded.
 */
export function runChallenge(options: {
  challenge: LivenessChallenge
  now: () => number
  /** Returns the frame rate to use at this moment. Default: `framesPerSecond`. */
  rate?: () => number
  /**
   * Continues to the end even if the device records too few frames. The server then decides whether to accept
   * the recording.
   */
  isPatient?: boolean
  /** Records a frame that is `lateMs` behind schedule. Returns false if the camera has no frame yet. */
  onFrame: (atMs: number, lateMs: number) => boolean
  onMoment: (moment: ChallengeMoment, share: number) => void
}): { finished: Promise<RunOutcome>; stop: () => void } {
  const { challenge, now, rate = () => framesPerSecond, isPatient = false, onFrame, onMoment } = options
  const lastMs = Math.max(...challenge.steps.map(({ toMs }) => toMs))
  const endMs = challengeEnd(challenge)
  let startedAt: number | undefined
  let secondMs = 0
  let dueMs = 0
  const taken: number[] = []
  let settle: (outcome: RunOutcome) => void = () => undefined
  const finished = new Promise<RunOutcome>((resolve) => {
    settle = resolve
  })
  const timer = setInterval(tick, tickMs)

  function tick(): void {
    const atMs = startedAt === undefined ? 0 : now() - startedAt
    if (startedAt !== undefined) onMoment(challengeMoment(challenge, atMs), Math.min(1, atMs / endMs))
    const outcome = atMs > endMs ? 'whole' : !isPatient && isStarved(atMs) ? 'starved' : undefined
    if (outcome) {
      stop(outcome)
      return
    }
    const lateMs = atMs - dueMs
    if (lateMs < 0 || atMs - (taken.at(-1) ?? Number.NEGATIVE_INFINITY) < catchUpMs) return
    // Read before drawing the frame, because drawing takes time.
    const instant = now()
    if (!onFrame(startedAt === undefined ? 0 : instant - startedAt, lateMs)) return
    startedAt ??= instant
    taken.push(instant - startedAt)
    dueMs += 1_000 / rate()
  }

  function isStarved(atMs: number): boolean {
    for (; secondMs + fewest.withinMs <= Math.min(atMs, lastMs); secondMs += fewest.everyMs) {
      const within = taken.filter((each) => each >= secondMs && each < secondMs + fewest.withinMs)
      if (within.length < fewest.frames) return true
    }
    return false
  }

  function stop(outcome: RunOutcome): void {
    clearInterval(timer)
    settle(outcome)
  }
  return { finished, stop: () => stop('stopped') }
}
