import type { LivenessChallenge } from '@touchstone/contract'
import { type ChallengeMoment, challengeEnd, challengeMoment } from './challenge-moment.ts'

/** Frames a second that the server wants; fewer than six miss a blink. */
export const framesPerSecond = 8
/** After a stall frames follow this near to each other until they are on time again. */
const catchUpMs = 60
const tickMs = 20
/** The server refuses a film that has fewer frames than this in one of its seconds; it looks at every half second. */
const fewest = { frames: 6, withinMs: 1_000, everyMs: 500 }

/** `starved`: the device could not take enough frames, and going on would be in vain. */
export type RunOutcome = 'whole' | 'stopped' | 'starved'

/**
 * Leads through a challenge by the clock, which starts with the first frame: says what to show, and when to take a
 * frame.
 */
export function runChallenge(options: {
  challenge: LivenessChallenge
  now: () => number
  /** Goes on to the end although the device starves; the server decides. */
  isPatient?: boolean
  /** Takes a frame, so much later than it was due; false where the camera has none yet. */
  onFrame: (atMs: number, lateMs: number) => boolean
  onMoment: (moment: ChallengeMoment, share: number) => void
}): { finished: Promise<RunOutcome>; stop: () => void } {
  const { challenge, now, isPatient = false, onFrame, onMoment } = options
  const lastMs = Math.max(...challenge.steps.map(({ toMs }) => toMs))
  const endMs = challengeEnd(challenge)
  let startedAt: number | undefined
  let secondMs = 0
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
    const lateMs = atMs - (taken.length * 1_000) / framesPerSecond
    if (lateMs < 0 || atMs - (taken.at(-1) ?? Number.NEGATIVE_INFINITY) < catchUpMs) return
    // Read before the frame is drawn: drawing takes time of its own.
    const instant = now()
    if (!onFrame(startedAt === undefined ? 0 : instant - startedAt, lateMs)) return
    startedAt ??= instant
    taken.push(instant - startedAt)
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
