import { createManualClock } from '@touchstone/common'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMemoryLimiter } from './memory-limiter.ts'
import type { RateDecision, RateLimiter } from './rate-limiter.ts'

const start = 1_000_000

/** Makes one call in a single window. */
function take(limiter: RateLimiter, key: string, limit: number): RateDecision | undefined {
  return (limiter.take([{ key, limit }]) as readonly RateDecision[])[0]
}

test('makes the same decisions as a full call log, for any limit and spacing', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 200 }),
      (limit, gaps) => {
        const clock = createManualClock(start)
        const limiter = createMemoryLimiter(clock)
        const passed: number[] = []
        for (const gap of gaps) {
          clock.advance(gap)
          const now = clock.now()
          const recent = passed.filter((time) => now - time < 1000)
          const allowed = recent.length < limit
          if (allowed) passed.push(now)
          const counted = passed.filter((time) => now - time < 1000)
          expect(take(limiter, 'key', limit)).toEqual({
            allowed,
            remaining: limit - counted.length,
            resetMs: (counted[0] ?? now) + 1000 - now,
          })
        }
      },
    ),
  )
})

test('never allows more calls than the limit within any second', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 150 }), { minLength: 30, maxLength: 150 }), (gaps) => {
      const clock = createManualClock(start)
      const limiter = createMemoryLimiter(clock)
      const passed: number[] = []
      for (const gap of gaps) {
        clock.advance(gap)
        if (take(limiter, 'key', 10)?.allowed) passed.push(clock.now())
      }
      for (const begin of passed) {
        expect(passed.filter((time) => time >= begin && time < begin + 1000).length).toBeLessThanOrEqual(10)
      }
    }),
  )
})

test('uses a separate window for each key', () => {
  const limiter = createMemoryLimiter(createManualClock(start))
  expect(take(limiter, 'a', 1)).toMatchObject({ allowed: true })
  expect(take(limiter, 'a', 1)).toMatchObject({ allowed: false })
  expect(take(limiter, 'b', 1)).toMatchObject({ allowed: true })
})

test('counts a call in all of its windows, or in none if one is full', () => {
  const limiter = createMemoryLimiter(createManualClock(start))
  const both = (key: string) =>
    limiter.take([
      { key, limit: 2 },
      { key: 'all', limit: 3 },
    ])
  expect(both('a')).toMatchObject([{ allowed: true, remaining: 1 }, { remaining: 2 }])
  expect(both('a')).toMatchObject([{ allowed: true, remaining: 0 }, { remaining: 1 }])
  expect(both('a')).toMatchObject([{ allowed: false }, { allowed: true, remaining: 1 }])
  expect(both('b')).toMatchObject([{ allowed: true, remaining: 1 }, { remaining: 0 }])
  expect(both('c')).toMatchObject([
    { allowed: true, remaining: 2, resetMs: 1000 },
    { allowed: false, remaining: 0 },
  ])
  expect(take(limiter, 'c', 2)).toMatchObject({ allowed: true, remaining: 1 })
})

test('still counts previous calls when the plan changes', () => {
  const limiter = createMemoryLimiter(createManualClock(start))
  for (let call = 0; call < 5; call++) take(limiter, 'key', 5)
  expect(take(limiter, 'key', 8)).toMatchObject({ allowed: true, remaining: 2 })
  expect(take(limiter, 'key', 3)).toMatchObject({ allowed: false, remaining: 0 })
})

test('does not lock out keys after the clock is set back', () => {
  const clock = createManualClock(start)
  const limiter = createMemoryLimiter(clock)
  for (let call = 0; call < 3; call++) take(limiter, 'key', 3)
  clock.advance(-3_600_000)
  expect(take(limiter, 'key', 3)).toMatchObject({ allowed: true })
})

test('counts several calls at once or none of them, and reports when there is room for them', () => {
  const clock = createManualClock(start)
  const limiter = createMemoryLimiter(clock)
  const several = (calls: number) => limiter.take([{ key: 'key', limit: 10 }], calls)
  expect(several(4)).toEqual([{ allowed: true, remaining: 6, resetMs: 1000 }])
  clock.advance(300)
  expect(several(5)).toEqual([{ allowed: true, remaining: 1, resetMs: 700 }])
  expect(several(2)).toEqual([{ allowed: false, remaining: 1, resetMs: 700 }])
  expect(several(6)).toEqual([{ allowed: false, remaining: 1, resetMs: 1000 }])
  expect(several(1)).toEqual([{ allowed: true, remaining: 0, resetMs: 700 }])
  clock.advance(700)
  expect(several(4)).toMatchObject([{ allowed: true, remaining: 0 }])
})
