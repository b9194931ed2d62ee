import { expect, test } from 'vitest'
import type { Background, Stranger } from '../background/generate-background.ts'
import type { HardUsers } from '../background/hard-users.ts'
import { coin } from '../cases/laundering-case.ts'
import { address, madeFlows, readMadeCase, tx } from '../cases/made-case.ts'
import type { Scored } from './ask-score.ts'
import { plainSearch, poisonEverywhere } from './baselines.ts'
import { downstream, measure, pool, withinFourHops } from './metrics.ts'
import { missesOf, reasons } from './misses.ts'
import type { World } from './open-world.ts'

const low: Scored = { score: 3, level: 'Low' }
const moderate: Scored = { score: 40, level: 'Moderate' }
const high: Scored = { score: 80, level: 'High' }
const severe: Scored = { score: 100, level: 'Severe' }

const [victim, thief, near, mid, gone, end, reader, bank, back, early] = [1, 2, 3, 4, 5, 6, 20, 21, 7, 8]
const the = readMadeCase({
  flows: madeFlows(
    [
      [victim, thief, 1000],
      [mid, early, 30],
      [thief, near, 900],
      [thief, gone, 4],
      [near, mid, 600],
      [near, bank, 300],
      [mid, reader, 400],
      [reader, bank, 400],
      [mid, end, 200],
      [bank, back, 100],
    ],
    { [thief]: 'Thief', [reader]: 'Some Bank_Deposit_0x14', [bank]: 'Some Bank' },
  ),
  sources: address(thief),
  terminals: [bank, end].map(address).join('\n'),
})

const stranger = (more: Partial<Stranger> = {}): Stranger => ({
  kind: 'trader',
  dust: 0n,
  risky: false,
  paidByRisky: false,
  ...more,
})
const background: Background = {
  furtherServices: new Map(),
  strangers: new Map([
    [address(101), stranger()],
    [address(102), stranger()],
    [address(103), stranger({ dust: 5n })],
    [address(104), stranger({ dust: 5n, risky: true })],
    [address(105), stranger({ risky: true })],
    [address(106), stranger({ paidByRisky: true })],
  ]),
  transfers: [
    // The bank pays an unrelated person once before and once after the bank receives stolen funds.
    {
      coin,
      tx: tx(901),
      position: 0,
      block: 1,
      time: 1_700_000_000,
      from: address(bank),
      to: address(101),
      amount: 1n,
    },
    {
      coin,
      tx: tx(902),
      position: 0,
      block: 9,
      time: 1_800_000_000,
      from: address(bank),
      to: address(102),
      amount: 1n,
    },
    {
      coin,
      tx: tx(903),
      position: 0,
      block: 9,
      time: 1_800_000_001,
      from: address(102),
      to: address(103),
      amount: 1n,
    },
  ],
}
const hard: HardUsers = { transfers: [], users: new Map([[address(106), 'gift']]) }
const world: World = { the, background, hard }
const scores = new Map<string, Scored>(
  (
    [
      [victim, moderate],
      [thief, severe],
      [near, high],
      [mid, moderate],
      [gone, low],
      [end, low],
      [back, low],
      [early, low],
      [101, low],
      [102, low],
      [103, moderate],
      [104, high],
      [105, low],
      [106, moderate],
    ] as const
  ).map(([number, scored]) => [address(number), scored]),
)

test('counts found addresses by hops, and counts addresses that are not downstream separately', () => {
  const metrics = measure({ ...world, scores })
  expect(metrics.found).toMatchObject({
    'hop 1': { total: 2, moderate: 1, high: 1 },
    'hop 2': { total: 1, moderate: 1, high: 0 },
    'hop 3': { total: 2, moderate: 0, high: 0 },
    'hop 4': { total: 0 },
    upstream: { total: 1, moderate: 1, high: 0 },
    'behind a service': { total: 1, moderate: 0, high: 0 },
    apart: { total: 0 },
  })
  expect(withinFourHops(metrics)).toEqual({ total: 5, moderate: 2, high: 1 })
  expect(downstream(metrics)).toEqual({ total: 5, moderate: 2, high: 1 })
  expect(pool([metrics, metrics]).found['hop 3']).toEqual({ total: 4, moderate: 0, high: 0 })
})

test('counts false alarms for all background users and for each group', () => {
  const { alarms } = measure({ ...world, scores })
  expect(alarms).toEqual({
    everybody: { total: 6, moderate: 3, high: 1 },
    dusted: { total: 2, moderate: 2, high: 1 },
    risky: { total: 2, moderate: 1, high: 1 },
    paidByRisky: { total: 1, moderate: 1, high: 0 },
    others: { total: 2, moderate: 0, high: 0 },
  })
})

test('attributes value at a service to its sender, and value behind a deposit address to its user', () => {
  // The bank receives 300 from near (High), and 400 from mid (Moderate) through the deposit address. The end
  // receives 200 (Low).
  expect(measure({ ...world, scores }).value).toEqual({
    total: 900,
    moderate: 700,
    high: 300,
    throughServices: 400,
  })
})

test('derives the reason for every miss from the data', () => {
  const misses = missesOf({ the, background, scores, dustUsd: 10 })
  expect(
    misses.map(({ address: own, hops, receivedUsd, reason }) => [own, hops, receivedUsd, reason]),
  ).toEqual([
    [address(end), 3, 200, reasons.none],
    [address(early), 3, 30, reasons.early],
    [address(gone), 1, 4, reasons.dust],
    [address(mid), 2, 600, reasons.none],
  ])
})

test('traces through services and ignores time in the plain search', () => {
  const found = plainSearch([...the.transfers, ...background.transfers], the.sources)
  const level = (number: number) => found.get(address(number))?.level
  expect([near, mid, early, bank, back].map(level)).toEqual([
    'Severe',
    'High',
    'Moderate',
    'High',
    'Moderate',
  ])
  expect([101, 102, 103].map(level)).toEqual(['Moderate', 'Moderate', 'Moderate'])
  expect(level(victim)).toBe('Low')
})

test('marks every later receiver as tainted, but nobody who received funds earlier', () => {
  const found = poisonEverywhere([...the.transfers, ...background.transfers], the.sources)
  const level = (number: number) => found.get(address(number))?.level
  expect([near, mid, gone, end, back, 102, 103].map(level)).toEqual(Array(7).fill('Severe'))
  expect([early, victim, 101].map(level)).toEqual(['Low', 'Low', 'Low'])
})
