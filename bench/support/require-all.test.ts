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

test('accepts complete tallies and an empty list', () => {
  expect(thrownBy()).toBeUndefined()
  expect(thrownBy({ what: 'journeys', expected: 50, seen: 50 })).toBeUndefined()
  expect(thrownBy({ what: 'calls', expected: 0, seen: 0 })).toBeUndefined()
})

test('reports lost journeys, transfers and calls, with the number of each', () => {
  const error = thrownBy(
    { what: 'journeys', expected: 50, seen: 49 },
    { what: 'transfers', expected: 20_000, seen: 20_000 },
    { what: 'calls', expected: 10, seen: 0 },
  )
  expect(error).toBeInstanceOf(LossError)
  expect(error).toMatchObject({ message: 'lost 1 of 50 journeys; lost 10 of 10 calls' })
})

test('reports repeated and uncounted items', () => {
  expect(thrownBy({ what: 'tokens', expected: 50, seen: 51 })).toMatchObject({
    message: '51 tokens instead of 50',
  })
  expect(thrownBy({ what: 'transfers', expected: 5, seen: Number.NaN })).toBeInstanceOf(LossError)
})
