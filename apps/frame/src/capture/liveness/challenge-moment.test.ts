import type { LivenessChallenge } from '@touchstone/contract'
import { expect, test } from 'vitest'
import { challengeEnd, challengeMoment } from './challenge-moment.ts'

const challenge: LivenessChallenge = {
  id: 'drawn',
  flashes: [
    { colour: 'red', fromMs: 1_000, toMs: 1_350 },
    { colour: 'yellow', fromMs: 1_350, toMs: 1_700 },
  ],
  steps: [
    { action: 'nod', fromMs: 2_500, toMs: 5_000 },
    { action: 'turn-left', fromMs: 5_800, toMs: 8_300 },
  ],
  expiresInMs: 120_000,
}

test.each([
  [0, { phase: 'neutral', step: 0 }],
  [1_000, { phase: 'neutral', step: 0, colour: 'red' }],
  [1_350, { phase: 'neutral', step: 0, colour: 'yellow' }],
  [1_700, { phase: 'neutral', step: 0 }],
  [2_500, { phase: 'step', step: 0, action: 'nod' }],
  [4_999, { phase: 'step', step: 0, action: 'nod' }],
  [5_000, { phase: 'pause', step: 1 }],
  [5_800, { phase: 'step', step: 1, action: 'turn-left' }],
  [8_300, { phase: 'done', step: 1 }],
])('at %i ms', (atMs, moment) => {
  expect(challengeMoment(challenge, atMs)).toEqual(moment)
})

test('continues recording for a short time after the last step', () => {
  expect(challengeEnd(challenge)).toBeGreaterThan(8_300)
  expect(challengeEnd(challenge)).toBeLessThan(9_000)
})
