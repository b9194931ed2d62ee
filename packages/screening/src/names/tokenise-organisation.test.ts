import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tokeniseOrganisation } from './tokenise-organisation.ts'

const latins = (name: string) => tokeniseOrganisation(name).map(({ latin }) => latin)

test.each([
  ['Made Up Trading GmbH', ['made', 'up', 'trading', '_limited']],
  ['ООО "Ромашка"', ['romashka', '_limited']],
  ['Open Joint Stock Company Romashka', ['romashka', '_stock']],
  ['Romashka Sp. z o.o.', ['romashka', '_limited']],
  ['Made Up Sdn. Bhd.', ['made', 'up', '_limited']],
  ['The Made-Up Co., Ltd.', ['made', 'up', '_limited']],
  ['PT Made Up', ['made', 'up', '_limited']],
  ['H&M Made', ['hm', 'made']],
  ['H and M Made', ['hm', 'made']],
  ['A.B.C. Company', ['abc', '_co']],
  ["Made Int'l Bank", ['made', 'international', 'bank']],
  ['1st Made Bank', ['1', 'made', 'bank']],
  ['First Made Bank', ['1', 'made', 'bank']],
  ['Brigade Forty-Four', ['brigade', '44']],
  ['Made Partners VIII L.P.', ['made', 'partners', '8', '_partners']],
  ['Made Fund V LP', ['made', 'fund', '5', '_partners']],
  ['M/V Made Spirit', ['made', 'spirit']],
  ['As Sahab Made', ['as', 'sahab', 'made']],
  // A name that consists only of legal forms is still a name.
  ['Limited', ['limited']],
  ['', []],
])('splits %s into parts', (name, expected) => {
  expect(latins(name)).toEqual(expected)
})

test('handles any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
      expect(latins(name).length).toBeLessThanOrEqual(16)
      expect(latins(name)).not.toContain('')
    }),
  )
})
