import { createManualClock } from '@touchstone/common'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMemoryLimiter } from './memory-limiter.ts'
import type { RateDecision } from './rate-limiter.ts'

const start = 1_000_000

test('it decides like a list of all calls would, for any limit and any spacing', () => {
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
          expect(limiter.take('key', limit)).toEqual({
            allowed,
            remaining: limit - counted.length,
            resetMs: (counted[0] ?? now) + 1000 - now,
          })
        }
      },
    ),
  )
})

test('no second, wherever it begins, has more calls than the limit', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 150 }), { minLength: 30, maxLength: 150 }), (gaps) => {
      const clock = createManualClock(start)
      const limiter = createMemoryLimiter(clock)
      const passed: number[] = []
      for (const gap of gaps) {
        clock.advance(gap)
        if ((limiter.take('key', 10) as RateDecision).allowed) passed.push(clock.now())
      }
      for (const begin of passed) {
        expect(passed.filter((time) => time >= begin && time < begin + 1000).length).toBeLessThanOrEqual(10)
      }
    }),
  )
})

test('keys do not share a window', () => {
  const limiter = createMemoryLimiter(createManualClock(start))
  expect(limiter.take('a', 1)).toMatchObject({ allowed: true })
  expect(limiter.take('a', 1)).toMatchObject({ allowed: false })
  expect(limiter.take('b', 1)).toMatchObject({ allowed: true })
})

test('a plan that changes keeps the calls already made', () => {
  const limiter = createMemoryLimiter(createManualClock(start))
  for (let call = 0; call < 5; call++) limiter.take('key', 5)
  expect(limiter.take('key', 8)).toMatchObject({ allowed: true, remaining: 2 })
  expect(limiter.take('key', 3)).toMatchObject({ allowed: false, remaining: 0 })
})

test('a clock that is set back does not shut anybody out', () => {
  const clock = createManualClock(start)
  const limiter = createMemoryLimiter(clock)
  for (let call = 0; call < 3; call++) limiter.take('key', 3)
  clock.advance(-3_600_000)
  expect(limiter.take('key', 3)).toMatchObject({ allowed: true })
})
