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

// Who has filmed one challenge must not be able to draw new ones until the colours of that film fit.

const draws = 8000
const films = 4
const clock = createManualClock(0)

function draw(seed: string): Challenge {
  return drawChallenge({ random: createSeededRandom(seed), clock })
}

test('a film of one sequence of colours fits fewer than one of 1,000 others', () => {
  let fitting = 0
  for (let film = 0; film < films; film++) {
    const filmed = draw(`film ${film}`)
    // Nothing disturbs the colours in it, which is more than a camera gives.
    const seen = madeSession(filmed, { gain: 0.2 }).flatMap(({ atMs, face }) =>
      face ? [{ atMs, skin: face.skin }] : [],
    )
    for (let index = 0; index < draws / films; index++) {
      const reflection = measureReflection(seen, draw(`${film} ${index}`).flashes)
      const { correlation, gain } = livenessLimits.colour
      if (reflection && reflection.correlation >= correlation && reflection.gain >= gain) fitting++
    }
  }
  expect(fitting / draws).toBeLessThan(0.001)
})

// Who asks for a film without colours must not get past the step that requires them: a person decides on those.
test('a film without colours is not taken where colours are required', () => {
  const challenge = drawChallenge({ random: createSeededRandom('calm'), clock, colours: false })
  const version = { ...versions, passive: 'absent' }
  const judged = (flashes: 'required' | 'none', done = challenge.steps.map(({ action }) => action)) =>
    decideLiveness({ challenge, measures: madeSession(challenge, { done }), flashes, version }).verdict
  expect(judged('required')).toBe('unclear')
  expect(judged('none')).toBe('live')
  const [first, ...others] = challenge.steps.map(({ action }) => action)
  expect(judged('none', [...others, first ?? 'nod'])).toBe('not-live')
})
