import { expect, test } from 'vitest'
import { LossError, requireAll, type Tally } from './require-all.ts'

const thrownBy = (...tallies: readonly Tally[]) => {
  try {
    requireAll(...tallies)
  } catch (error) {
    return error
  }
  return undefined
}

test('complete tallies pass, and so do none', () => {
  expect(thrownBy()).toBeUndefined()
  expect(thrownBy({ what: 'journeys', expected: 50, seen: 50 })).toBeUndefined()
  expect(thrownBy({ what: 'calls', expected: 0, seen: 0 })).toBeUndefined()
})

test('a lost journey, transfer or call is an error that says how many of how many', () => {
  const error = thrownBy(
    { what: 'journeys', expected: 50, seen: 49 },
    { what: 'transfers', expected: 20_000, seen: 20_000 },
    { what: 'calls', expected: 10, seen: 0 },
  )
  expect(error).toBeInstanceOf(LossError)
  expect(error).toMatchObject({ message: 'lost 1 of 50 journeys; lost 10 of 10 calls' })
})

test('what is done twice, or was not counted, is an error too', () => {
  expect(thrownBy({ what: 'tokens', expected: 50, seen: 51 })).toMatchObject({
    message: '51 tokens instead of 50',
  })
  expect(thrownBy({ what: 'transfers', expected: 5, seen: Number.NaN })).toBeInstanceOf(LossError)
})
