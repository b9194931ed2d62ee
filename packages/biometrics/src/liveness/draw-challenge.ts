import { type Clock, pick, type Random, randomInteger } from '@touchstone/common'
import { type Action, actions, type Challenge, type FlashColour, flashColours } from './challenge.ts'

const stepCount = 3
const flashCount = 6
const flashMs = 350
/** Before the first colour: to see the person's own colour and pose. */
const neutralMs = 1_000
const windowMs = 2_500
/** Between two steps, to come back: the least, and what chance adds at most. */
const pauseMs = 700
const extraPauseMs = 600
const lifetimeMs = 120_000

/**
 * Three different actions, one of them a turn at least: only a turned head shows that it is one. Chance decides about
 * which, in what order, when each begins, and about the colours; nothing of it can be known before.
 */
export function drawChallenge(options: { random: Random; clock: Clock; id?: string }): Challenge {
  const { random, clock, id } = options
  const flashes: Challenge['flashes'] = []
  let at = neutralMs
  for (let index = 0; index < flashCount; index++) {
    flashes.push({ colour: drawColour(random, flashes.at(-1)?.colour), fromMs: at, toMs: at + flashMs })
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

function drawColour(random: Random, before: FlashColour | undefined): FlashColour {
  const colours = (Object.keys(flashColours) as FlashColour[]).filter((colour) => colour !== before)
  const [first = 'white', ...others] = colours
  return pick(random, [first, ...others])
}
