import {
  type Challenge,
  decideLiveness,
  drawChallenge,
  livenessLimits,
  versions,
} from '@touchstone/biometrics'
import { createManualClock, createSeededRandom } from '@touchstone/common'
import { expect, test } from 'vitest'
import { measureReflection } from '../../packages/biometrics/src/liveness/measure-reflection.ts'
import { madeSession } from '../../packages/biometrics/src/testing/made-session.ts'

// An attacker with a capture of one challenge must not be able to request challenges until one has the same
// colours.

const draws = 8000
const captures = 4
const clock = createManualClock(0)

function draw(seed: string): Challenge {
  return drawChallenge({ random: createSeededRandom(seed), clock })
}

test('matches a capture with fewer than one in 1,000 other colour sequences', () => {
  let fitting = 0
  for (let capture = 0; capture < captures; capture++) {
    const recorded = draw(`capture ${capture}`)
    // The simulated colours are undisturbed and therefore clearer than in any real capture.
    const seen = madeSession(recorded, { gain: 0.2 }).flatMap(({ atMs, face }) =>
      face ? [{ atMs, skin: face.skin }] : [],
    )
    for (let index = 0; index < draws / captures; index++) {
      const reflection = measureReflection(seen, draw(`${capture} ${index}`).flashes)
      const { correlation, gain } = livenessLimits.colour
      if (reflection && reflection.correlation >= correlation && reflection.gain >= gain) fitting++
    }
  }
  expect(fitting / draws).toBeLessThan(0.001)
})

// A capture without colours must not pass the liveness step if colours are required. A reviewer decides on
// such captures.
test('rejects a capture without colours if colours are required', () => {
  const challenge = drawChallenge({ random: createSeededRandom('calm'), clock, colours: false })
  const version = { ...versions, passive: 'absent' }
  const judged = (flashes: 'required' | 'none', done = challenge.steps.map(({ action }) => action)) =>
    decideLiveness({ challenge, measures: madeSession(challenge, { done }), flashes, version }).verdict
  expect(judged('required')).toBe('unclear')
  expect(judged('none')).toBe('live')
  const [first, ...others] = challenge.steps.map(({ action }) => action)
  expect(judged('none', [...others, first ?? 'nod'])).toBe('not-live')
})
