import { expect, test } from 'vitest'
import { bounds, share } from './shown.ts'

test('formats shares without rounding to 0% or 100%', () => {
  expect([
    share(0, 9),
    share(9, 9),
    share(1, 100_000),
    share(99_999, 100_000),
    share(1, 8),
    share(0, 0),
  ]).toEqual(['0%', '100%', '0.01%', '99.9%', '12.5%', '–'])
})

test('calculates 95% confidence bounds by Wilson’s method', () => {
  expect(bounds(8, 10)).toBe('49.0 to 94.3%')
  expect(bounds(0, 100)).toBe('0.00 to 3.70%')
  expect(bounds(50, 50)).toBe('92.9 to 100.0%')
  expect(bounds(0, 0)).toBe('–')
})
