import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divideHalfEven, shares, toDecimal } from './numbers.ts'

test.each([
  [12345n, 4, 4, 1.2345],
  [5n, 5, 4, 0], // rounds half to even
  [15n, 5, 4, 0.0002],
  [25n, 5, 4, 0.0002],
  [-15n, 5, 4, -0.0002],
  [-5n, 5, 4, 0],
  [1n, 18, 4, 0],
  [7n, 0, 4, 7],
  [2n ** 255n, 0, 4, 999_999_999_999_999_000_000],
])('converts %s with %i decimals, rounded to %i places, to %s', (amount, decimals, places, expected) => {
  expect(toDecimal(amount, decimals, places)).toBe(expected)
  expect(JSON.stringify(toDecimal(amount, decimals, places))).not.toContain('e')
})

test('rounds by at most half a unit in the last place', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
      fc.bigInt({ min: 1n, max: 10n ** 20n }),
      (a, b) => {
        const error = divideHalfEven(a, b) * b - a
        expect((error < 0n ? -error : error) * 2n <= b).toBe(true)
      },
    ),
  )
})

test('returns shares that add up to 100, each within one unit of the exact value', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 0n, max: 10n ** 40n }), { minLength: 1, maxLength: 50 }),
      fc.constantFrom(2, 3),
      (parts, places) => {
        const whole = parts.reduce((sum, part) => sum + part, 0n)
        const unit = 10 ** places
        const units = shares(parts, places).map((share) => Math.round(share * unit))
        const sum = units.reduce((total, share) => total + share, 0)
        expect(sum).toBe(whole === 0n ? 0 : 100 * unit)
        units.forEach((share, index) => {
          const exact = whole === 0n ? 0n : ((parts[index] ?? 0n) * 100n * BigInt(unit)) / whole
          expect(Math.abs(share - Number(exact))).toBeLessThanOrEqual(1)
        })
      },
    ),
  )
})
