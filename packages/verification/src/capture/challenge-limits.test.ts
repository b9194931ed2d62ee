import { expect, test } from 'vitest'
import {
  type ChallengeCount,
  challengeLimits,
  countOneLess,
  countOneMore,
  pauseOf,
} from './challenge-limits.ts'

const minute = 60_000

/**
 * Throughout the given time, draws a challenge whenever the limits allow one. Returns the lengths of the
 * pauses.
 */
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

test('pauses after every six challenges and doubles each pause up to a day', () => {
  const { pauses, drawn } = drawFor(7 * 24 * 60 * minute, 20_000)
  expect(pauses.slice(0, 9)).toEqual([15, 30, 60, 120, 240, 480, 960, 1440, 1440])
  // Simulates one week of continuous attempts.
  expect(drawn).toBeLessThan(100)
})

test('resets the pauses after a day without a challenge', () => {
  const six = { drawn: challengeLimits.challenges, rounds: 0, lastAt: 0 }
  expect(pauseOf(six, 14 * minute)).toBe(15 * minute)
  expect(countOneMore(six, 16 * minute)).toMatchObject({ drawn: 1, rounds: 1 })
  expect(countOneMore(six, 16 * minute + 24 * 60 * minute)).toMatchObject({ drawn: 1, rounds: 0 })
})

test('does not pause after a few challenges that are far apart', () => {
  expect(drawFor(30 * 24 * 60 * minute, 25 * 60 * minute).pauses).toEqual([])
})

test('takes back a challenge without shortening the next pause', () => {
  expect(countOneLess(undefined)).toBeUndefined()
  expect(countOneLess({ drawn: 1, rounds: 0, lastAt: 7 })).toEqual({ drawn: 0, rounds: 0, lastAt: 7 })
  expect(countOneLess({ drawn: 6, rounds: 2, lastAt: 7 })).toEqual({ drawn: 5, rounds: 2, lastAt: 7 })
  expect(countOneLess({ drawn: 1, rounds: 2, lastAt: 7 })).toBeUndefined()
})
