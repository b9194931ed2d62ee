import { describe, expect, test } from 'vitest'
import {
  afterFailure,
  createLoginCode,
  type GuessState,
  guessLimits,
  isPaused,
  readLoginCode,
  showLoginCode,
} from './login-codes.ts'

const hour = 3_600_000

/** Returns the state after the given number of simultaneous failures. */
function fail(count: number, now: number, state?: GuessState): GuessState | undefined {
  let next = state
  for (let failure = 0; failure < count; failure++) next = afterFailure(next, now)
  return next
}

describe('failed guesses', () => {
  test('start a pause at the tenth failure within an hour', () => {
    expect(isPaused(fail(9, 0), 0)).toBe(false)
    const paused = fail(10, 0)
    expect(isPaused(paused, guessLimits.firstPauseMs - 1)).toBe(true)
    expect(isPaused(paused, guessLimits.firstPauseMs)).toBe(false)
    expect(isPaused(fail(9, hour, fail(9, 0)), hour)).toBe(false)
  })

  test('double the pause each time, up to a day', () => {
    let now = 0
    let state: GuessState | undefined
    const pauses: number[] = []
    for (let round = 0; round < 7; round++) {
      state = fail(10, now, state)
      const until = state?.pausedUntil?.getTime() ?? 0
      pauses.push((until - now) / hour)
      now = until
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 24, 24])
  })

  test('cause no pause for an address without failures', () => expect(isPaused(undefined, 0)).toBe(false))
})

describe('codes', () => {
  test('have six digits or twelve characters, and are read regardless of case, spaces and hyphens', () => {
    for (const long of [false, true]) {
      const code = createLoginCode({ long })
      expect(code).toMatch(long ? /^[2-9A-HJ-NP-Z]{12}$/ : /^[0-9]{6}$/)
      expect(readLoginCode(` ${showLoginCode(code).toLowerCase()} `)).toEqual({ code, long })
    }
    expect(showLoginCode('ABCDEFGHJKLM')).toBe('ABCD-EFGH-JKLM')
    expect(readLoginCode('１２３ ４５６')).toEqual({ code: '123456', long: false })
  })

  test.each(['', '12345', '1234567', 'twelve', 'ABCD-EFGH-JKL0', 'ABCDEFGHJKLMN'])(
    'rejects %j, which cannot be a code',
    (text) => expect(readLoginCode(text)).toBeUndefined(),
  )
})
