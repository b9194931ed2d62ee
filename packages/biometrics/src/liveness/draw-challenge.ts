import { type Clock, pick, type Random, randomInteger } from '@touchstone/common'
import { type Action, actions, type Challenge, type FlashColour, flashColours } from './challenge.ts'

const stepCount = 3
/**
 * Replaces the colours: 720 orders. Two of the six actions are turns, so five actions always include a turn.
 */
const stepCountWithoutColours = 5
/**
 * Fourteen of six colours: films of one sequence fit 3 of 24,000 others (`npm run eval -- faces --only
 * colours`). At one colour per 300 ms the page stays below three flashes per second, which can harm people
 * with photosensitive epilepsy.
 */
const flashCount = 14
const flashMs = 300
/** Before the first colour: time to see the person's own colour and pose. */
const neutralMs = 1_000
/** Without the colours, during which the person also looks straight ahead. */
const neutralMsWithoutColours = 2_500
const windowMs = 2_500
/** Pause between two steps, to return to neutral: the minimum and the largest random addition. */
const pauseMs = 700
const extraPauseMs = 600
/** A film lasts 17 seconds, or 22 without colours. Its pictures are accepted for three more seconds. */
const lifetimeMs = 60_000

/**
 * Draws three different actions, including a turn, because only a turning head shows its depth. Actions,
 * order, times and colours are random and cannot be known in advance. Without colours there are more actions;
 * the decision has to consider that such a film proves less.
 */
export function drawChallenge(options: {
  random: Random
  clock: Clock
  id?: string
  /** False for people who must not look at flashing light. */
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
 * May repeat the previous colour: a rule about neighbours would make some sequences more likely than others.
 */
function drawColour(random: Random): FlashColour {
  const [first = 'red', ...others] = Object.keys(flashColours) as FlashColour[]
  return pick(random, [first, ...others])
}
