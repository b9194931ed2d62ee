import fc from 'fast-check'
import { expect, test } from 'vitest'
import { depositPosition, feePosition, logPosition, rewardPosition, tracePosition } from './positions.ts'

// The expected numbers were calculated with a separate program from the formula in the function's comment.
test("never changes a path's position, because ledgers store the position", () => {
  expect(tracePosition('')).toBe(0)
  expect(tracePosition('0')).toBe(6_191_138_288_434_310)
  expect(tracePosition('0,1,2')).toBe(7_894_369_516_498_282)
})

test('assigns disjoint, exact ranges to all kinds of positions', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(2000), { minLength: 1, maxLength: 20 }),
      fc.nat(2 ** 31 - 1),
      fc.nat(10),
      (path, logIndex, ordinal) => {
        const places = [0, logPosition(logIndex), rewardPosition(ordinal), feePosition, depositPosition]
        const trace = tracePosition(path.join(','))
        expect(new Set([...places, trace]).size).toBe(6)
        expect(trace).toBeGreaterThanOrEqual(2 ** 52)
        expect([...places, trace].every(Number.isSafeInteger)).toBe(true)
      },
    ),
  )
})

test('assigns distinct positions to the paths in a busy transaction', () => {
  const paths = Array.from({ length: 300 }, (_, outer) => outer).flatMap((outer) =>
    Array.from({ length: 100 }, (_, inner) => `${outer},${inner}`),
  )
  expect(new Set(paths.map(tracePosition)).size).toBe(paths.length)
})
