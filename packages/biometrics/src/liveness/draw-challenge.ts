import { type Clock, pick, type Random, randomInteger } from '@touchstone/common'
import { type Action, actions, type Challenge, type FlashColour, flashColours } from './challenge.ts'

const stepCount = 3
/** In place of the colours: 720 orders. Of six actions two are turns, so that five always have one among them. */
const stepCountWithoutColours = 5
/**
 * Fourteen of six colours: films of one sequence fit 3 of 24,000 others (`npm run eval -- faces --only colours`). With a
 * colour every 300 ms the page stays below the three flashes a second that may harm people with photosensitive epilepsy.
 */
const flashCount = 14
const flashMs = 300
/** Before the first colour: to see the person's own colour and pose. */
const neutralMs = 1_000
/** Where no colours follow in which the person looks straight ahead, too. */
const neutralMsWithoutColours = 2_500
const windowMs = 2_500
/** Between two steps, to come back: the least, and what chance adds at most. */
const pauseMs = 700
const extraPauseMs = 600
/** A film lasts 17 seconds, without colours 22, and its pictures are taken for three seconds more. */
const lifetimeMs = 60_000

/**
 * Three different actions, one of them a turn at least: only a turned head shows that it is one. Chance decides about
 * which, in what order, when each begins, and about the colours; nothing of it can be known before. Without colours there
 * are more actions, and who judges it has to know that it shows less.
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

/** Also the one before again: a rule about neighbours would make some sequences likelier than others. */
function drawColour(random: Random): FlashColour {
  const [first = 'red', ...others] = Object.keys(flashColours) as FlashColour[]
  return pick(random, [first, ...others])
}
