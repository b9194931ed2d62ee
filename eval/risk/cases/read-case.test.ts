import { expect, test } from 'vitest'
import { address, heading, readMadeCase, tx } from './made-case.ts'
import { parseUsd } from './parse-usd.ts'
import { placesOf } from './walk.ts'

const [thief, mule, mate, bank] = [address(0xabc1), address(0xabc2), address(0xabc3), address(0xabc4)]
const nobody = address(0)
const others = { sources: thief, terminals: `${bank}\n${nobody}` }

const flowsOf = (...rows: string[]) => ({ ...others, flows: [heading, ...rows].join('\n') })

test('parses amounts exactly and rounds excess decimals half to even', () => {
  expect(parseUsd('945646.73')).toBe(945_646_730_000n)
  expect(parseUsd('1e3')).toBe(1_000_000_000n)
  expect(parseUsd('1.5E-6')).toBe(2n)
  expect(parseUsd('2.5e-06')).toBe(2n)
  expect(parseUsd('4.9e-7')).toBe(0n)
  expect(parseUsd('9007199254740993.000001')).toBe(9_007_199_254_740_993_000_001n)
  expect(parseUsd('.5')).toBe(500_000n)
  for (const wrong of ['', '.', '-1', 'inf', '1.2.3', '1e', '0x10'])
    expect(parseUsd(wrong), wrong).toBeUndefined()
})

test('interprets irregular rows', () => {
  const the = readMadeCase({
    flows: [
      `\uFEFF${heading}`,
      `2024-01-01 00:00:00.000,100,${tx(1)},${thief.toUpperCase().replace('0X', '0x')},,${mule},,1000.0`,
      `2024-01-01 00:00:00,100,${tx(1)},${thief},,${mule},,1000`,
      '',
      `2024-01-01T01:00:00Z,101,${tx(2)},${mule},"Mule, a transit_00ff",${mate},,2.5e2`,
      `2024-01-01 02:00:00+02:00,100,${tx(3)},${mule},,${mate},,`,
      `1704070800,102,${tx(4)},${mate},,${bank},Some Bank_Deposit_0xabc4,"1,000.25"`,
      `2024-01-01 03:00:00,103,${tx(5)},${mate},,${nobody},Null Address,7`,
    ].join('\r\n'),
    sources: `address\n${thief.toUpperCase().replace('0X', '0x')}\n\n${address(0xabc9)}`,
    terminals: `${bank}\n${nobody}`,
  })
  expect(the.transfers.map(({ tx: _, coin: __, ...rest }) => rest)).toEqual([
    { block: 100, time: 1_704_067_200, from: thief, to: mule, amount: 1_000_000_000n, position: 0 },
    { block: 100, time: 1_704_067_200, from: mule, to: mate, amount: 0n, position: 0 },
    { block: 101, time: 1_704_070_800, from: mule, to: mate, amount: 250_000_000n, position: 0 },
    { block: 102, time: 1_704_070_800, from: mate, to: bank, amount: 1_000_250_000n, position: 0 },
    { block: 103, time: 1_704_078_000, from: mate, to: '', amount: 7_000_000n, position: 0 },
  ])
  expect(the.oddities).toEqual([
    '1 duplicate rows counted once',
    '1 rows without a value ignored',
    '1 sources without records',
  ])
  expect([...the.services]).toEqual([[bank, { name: 'Some Bank_Deposit_0xabc4', category: 'exchange' }]])
  expect([...the.terminals]).toEqual([bank, ''])
  expect([...the.sources]).toEqual([thief, address(0xabc9)])
  expect(the.addresses).toEqual([thief, mule, mate, bank, address(0xabc9)])
})

test('orders receipts before payments within a transaction', () => {
  const row = (from: string, to: string, usd: number) =>
    `2024-01-01 00:00:00,1,${tx(1)},${from},,${to},,${usd}`
  const the = readMadeCase(
    flowsOf(row(mate, bank, 3), row(mule, mate, 2), row(thief, mule, 1), row(thief, mule, 1.5)),
  )
  expect(the.transfers.map(({ position, to, amount }) => [position, to, amount])).toEqual([
    [0, mule, 1_000_000n],
    [1, mule, 1_500_000n],
    [2, mate, 2_000_000n],
    [3, bank, 3_000_000n],
  ])
  const circle = readMadeCase(flowsOf(row(thief, mule, 1), row(mule, thief, 1)))
  expect(circle.transfers.map(({ position, from }) => [position, from])).toEqual([
    [0, thief],
    [1, mule],
  ])
})

test('reports errors with the file and the line', () => {
  const good = `2024-01-01 00:00:00,1,${tx(1)},${thief},,${mule},,1`
  const wrong = (row: string) => () => readMadeCase(flowsOf(good, row))
  expect(wrong(good.replace(mule, '0x12'))).toThrow('case-0/flow-records.csv, line 3: invalid address.')
  expect(wrong(good.replace(/,1$/, ',-1'))).toThrow('line 3: invalid amount.')
  expect(wrong(good.replace('2024-01-01 00:00:00', 'soon'))).toThrow('line 3: invalid time.')
  expect(wrong(good.replace(',1,', ',one,'))).toThrow('line 3: invalid block number.')
  expect(() => readMadeCase({ ...others })).toThrow('case-0/flow-records.csv cannot be read.')
  expect(() => readMadeCase({ ...others, flows: 'From,To\n' })).toThrow('has no column Timestamp, Block')
  expect(() => readMadeCase({ ...others, flows: heading })).toThrow('has no row')
  expect(() => readMadeCase({ ...flowsOf(good), sources: '\n' })).toThrow('contains no address')
  expect(() => readMadeCase({ ...flowsOf(good), terminals: `${bank}\nbank` })).toThrow(
    'case-0/terminal-addresses.csv, line 2: invalid address.',
  )
})

test('counts hops and stops at services', () => {
  const [victim, far, back, apart] = [address(1), address(2), address(3), address(4)]
  const row = (from: string, to: string, label = '') =>
    `2024-01-01 00:00:00,1,${from + to},${from},,${to},${label},1`
  const the = readMadeCase(
    flowsOf(
      row(victim, thief),
      row(thief, mule),
      row(mule, mate),
      row(thief, mate),
      row(mate, far),
      row(mate, bank, 'A Bank'),
      row(bank, back),
      row(apart, bank, 'A Bank'),
    ),
  )
  expect(Object.fromEntries(placesOf(the))).toEqual({
    [victim]: { at: 'upstream' },
    [thief]: { at: 'source' },
    [mule]: { at: 'downstream', hops: 1 },
    [mate]: { at: 'downstream', hops: 1 },
    [far]: { at: 'downstream', hops: 2 },
    [back]: { at: 'behind a service' },
    [apart]: { at: 'apart' },
  })
})
