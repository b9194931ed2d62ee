import { expect, test } from 'vitest'
import { type ChallengeCount, challengeLimits, countOneMore, pauseOf } from './challenge-limits.ts'

const minute = 60_000

/** Asks for challenges whenever it is allowed, for so long; gives the lengths of the pauses. */
function drawFor(ms: number, everyMs: number) {
  const pauses: number[] = []
  let count: ChallengeCount | undefined
  let drawn = 0
  for (let now = 0; now < ms; ) {
    const until = pauseOf(count, now)
    if (until === undefined) {
      count = countOneMore(count, now)
      drawn += 1
      now += everyMs
      continue
    }
    pauses.push(Math.round((until - (count?.lastAt ?? 0)) / minute))
    now = until
  }
  return { pauses, drawn }
}

test('after each six challenges there is a pause, each twice as long as the one before, up to a day', () => {
  const { pauses, drawn } = drawFor(7 * 24 * 60 * minute, 20_000)
  expect(pauses.slice(0, 9)).toEqual([15, 30, 60, 120, 240, 480, 960, 1440, 1440])
  // A week of trying.
  expect(drawn).toBeLessThan(100)
})

test('who comes back after a day without a challenge begins as before', () => {
  const six = { drawn: challengeLimits.challenges, rounds: 0, lastAt: 0 }
  expect(pauseOf(six, 14 * minute)).toBe(15 * minute)
  expect(countOneMore(six, 16 * minute)).toMatchObject({ drawn: 1, rounds: 1 })
  expect(countOneMore(six, 16 * minute + 24 * 60 * minute)).toMatchObject({ drawn: 1, rounds: 0 })
})

test('few challenges, far apart, meet no pause', () => {
  expect(drawFor(30 * 24 * 60 * minute, 25 * 60 * minute).pauses).toEqual([])
})
