import { type Clock, pick, type Random, randomInteger } from '@touchstone/common'
import { type Action, actions, type Challenge, type FlashColour, flashColours } from './challenge.ts'

const stepCount = 3
/**
 * Fourteen of six colours: films of one sequence fit 3 of 24,000 others (`npm run eval -- faces --only colours`). With a
 * colour every 300 ms the page stays below the three flashes a second that may harm people with photosensitive epilepsy.
 */
const flashCount = 14
const flashMs = 300
/** Before the first colour: to see the person's own colour and pose. */
const neutralMs = 1_000
const windowMs = 2_500
/** Between two steps, to come back: the least, and what chance adds at most. */
const pauseMs = 700
const extraPauseMs = 600
/** A film lasts 17 seconds, and its pictures are taken for three seconds more. */
const lifetimeMs = 60_000

/**
 * Three different actions, one of them a turn at least: only a turned head shows that it is one. Chance decides about
 * which, in what order, when each begins, and about the colours; nothing of it can be known before.
 */
export function drawChallenge(options: { random: Random; clock: Clock; id?: string }): Challenge {
  const { random, clock, id } = options
  const flashes: Challenge['flashes'] = []
  let at = neutralMs
  for (let index = 0; index < flashCount; index++) {
    flashes.push({ colour: drawColour(random), fromMs: at, toMs: at + flashMs })
    at += flashMs
  }
  const steps = drawActions(random).map((action) => {
    const fromMs = at + pauseMs + randomInteger(random, extraPauseMs + 1)
    at = fromMs + windowMs
    return { action, fromMs, toMs: at }
  })
  return { ...(id !== undefined && { id }), steps, flashes, expiresAt: clock.now() + lifetimeMs }
}

function drawActions(random: Random): Action[] {
  for (;;) {
    const left: Action[] = [...actions]
    const drawn = Array.from({ length: stepCount }, () =>
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
