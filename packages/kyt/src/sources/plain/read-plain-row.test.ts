import { expect, test } from 'vitest'
import { a, b, badRows, good, hash } from '../../../../../test/support/bad-rows.ts'
import { findCoin } from '../../coins/find-coin.ts'
import { createAddressReader } from '../../imports/transfer-converter.ts'
import { readPlainRow } from './read-plain-row.ts'

const read = (line: string) => readPlainRow(line.split(','), createAddressReader())

test('reads the transfer in a row exactly', () => {
  expect(read(good(7))).toEqual({
    network: 10,
    tx: `02${hash(7).slice(2)}`,
    block: 7,
    time: 1_700_000_000,
    transfers: [
      {
        coin: findCoin('ETH')?.id,
        position: 0,
        from: a.slice(2),
        to: b.slice(2),
        amount: 1_500_000_000_000_000_000n,
        fee: false,
      },
    ],
  })
})

test.each([
  ['0', 0n],
  ['000', 0n],
  ['0.000000000000000001', 1n],
  ['0.0000000000000000010000', 1n],
  ['007.50', 7_500_000_000_000_000_000n],
  [`${'9'.repeat(17)}.${'9'.repeat(18)}`, 10n ** 35n - 1n],
])('accepts the amount %s', (text, amount) => {
  expect(read(`ETH,${hash(1)},0,1,1700000000,${a},${b},${text}`)).toMatchObject({
    transfers: [{ amount }],
  })
})

/** Problems that the file reader reports before it parses a row's fields. */
const ofTheLine = ['the line is too long']
const wrong = badRows
  .filter(([, , problem]) => !ofTheLine.includes(problem))
  .map(([what, row, problem]) => [what, String(row), problem] as const)

test.each(wrong)('reports %s', (_, row, problem) => {
  expect(read(row)).toEqual({ problem })
})

test('rejects a position that is too large to be an exact number', () => {
  const row = (position: string) => read(`ETH,${hash(1)},${position},1,1700000000,${a},${b},1`)
  expect(row('9007199254740991')).toMatchObject({ transfers: [{ position: 9_007_199_254_740_991 }] })
  expect(row('9007199254740992')).toEqual({ problem: 'position must be a whole number' })
})
