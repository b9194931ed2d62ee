import { type Clock, pick, type Random, randomInteger } from '@touchstone/common'
import { type Action, actions, type Challenge, type FlashColour, flashColours } from './challenge.ts'

const stepCount = 3
/**
 * The number of steps if there are no colours. More steps compensate for the missing colours: there are 720
 * sequences. Two of the six actions are turns, so five different actions always include a turn.
 */
const stepCountWithoutColours = 5
/**
 * The number of colours, each drawn at random from six. A video recorded for one sequence matched 3 of 24,000
 * other sequences (`npm run eval -- faces --only colours`). At one colour per 300 ms, the page stays below three flashes per
 * second. More flashes can harm people with photosensitive epilepsy.
 */
const flashCount = 14
const flashMs = 300
/** The time before the first colour, during which the skin's own colour and the neutral pose are measured. */
const neutralMs = 1_000
/**
 * The time before the first step if there are no colours. It is longer because there is no colour sequence,
 * during which the user would also look straight ahead.
 */
const neutralMsWithoutColours = 2_500
const windowMs = 2_500
/** Pause between two steps, for the return to neutral: its minimum, and the maximum random addition. */
const pauseMs = 700
const extraPauseMs = 600
/**
 * The lifetime of a challenge. A capture lasts 17 seconds, or 22 without colours. Its pictures are accepted
 * for three more seconds.
 */
const lifetimeMs = 60_000

/**
 * Draws three different actions, including a turn, because only a turning head shows its depth. Actions,
 * order, times and colours are random, so that nobody can know them in advance. Without colours, more actions
 * are drawn; the decision has to take into account that such a capture is weaker evidence.
 */
export function drawChallenge(options: {
  random: Random
  clock: Clock
  id?: string
  /** Set to false for people who must not look at flashing light. */
  colours?: boolean
}): Challenge {
  const { random, clock, id, colours = true } = options
  const flashes: Challenge['flashes'] = []
  let at = colours ? neutralMs : neutralMsWithoutColours
  for (let index = 0; colours && index < flashCount; index++) {
    flashes.push({ colour: drawColour(random), fromMs: at, toMs: at + flashMs })
    at += flashMs
  }
  const steps = drawActions(random, colours ? stepCount : stepCountWithoutColours).map((action) => {
    const fromMs = at + pauseMs + randomInteger(random, extraPauseMs + 1)
    at = fromMs + windowMs
    return { action, fromMs, toMs: at }
  })
  return { ...(id !== undefined && { id }), steps, flashes, expiresAt: clock.now() + lifetimeMs }
}

function drawActions(random: Random, count: number): Action[] {
  for (;;) {
    const left: Action[] = [...actions]
    const drawn = Array.from({ length: count }, () =>
      left.splice(randomInteger(random, left.length), 1),
    ).flat()
    if (drawn.includes('turn-left') || drawn.includes('turn-right')) return drawn
  }
}

/**
 * Can draw the previous colour again. Excluding repetitions would make some sequences more likely than
 * others.
 */
function drawColour(random: Random): FlashColour {
  const [first = 'red', ...others] = Object.keys(flashColours) as FlashColour[]
  return pick(random, [first, ...others])
}
