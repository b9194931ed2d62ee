import fc from 'fast-check'
import { expect, test } from 'vitest'
import { identicon } from './identicon.ts'

test('returns the same picture for the same address', () => {
  const address = '0x52908400098527886e0f7030069857d2e4169ee7'
  expect(identicon(address)).toEqual(identicon(address))
  expect(identicon(address)).toMatchInlineSnapshot(`
    {
      "faint": "M1 0h1v1h-1zM3 0h1v1h-1zM2 0h1v1h-1zM0 1h1v1h-1zM4 1h1v1h-1zM1 1h1v1h-1zM3 1h1v1h-1zM2 1h1v1h-1zM1 2h1v1h-1zM3 2h1v1h-1zM0 3h1v1h-1zM4 3h1v1h-1zM1 3h1v1h-1zM3 3h1v1h-1zM2 3h1v1h-1zM1 4h1v1h-1zM3 4h1v1h-1zM2 4h1v1h-1z",
      "strong": "M2 2h1v1h-1zM0 4h1v1h-1zM4 4h1v1h-1z",
    }
  `)
})

test('returns different pictures for addresses that differ in one digit', () => {
  const pictures = Array.from({ length: 256 }, (_, digit) =>
    JSON.stringify(
      identicon(`0x52908400098527886e0f7030069857d2e4169e${digit.toString(16).padStart(2, '0')}`),
    ),
  )
  expect(new Set(pictures).size).toBe(256)
})

test('is symmetric, stays on the grid and does not contain the text that it represents', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (value) => {
      const { strong, faint } = identicon(value)
      expect(strong + faint).toMatch(/^(M[0-4] [0-4]h1v1h-1z)*$/)
      for (const path of [strong, faint]) {
        for (const [, column, row] of path.matchAll(/M(\d) (\d)/g)) {
          expect(path).toContain(`M${4 - Number(column)} ${row}h`)
        }
      }
    }),
  )
})
