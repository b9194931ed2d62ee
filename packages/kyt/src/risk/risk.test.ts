import type { Transfer } from '@touchstone/kyt'
import { beforeAll, expect, test } from 'vitest'
import { onOneLedger } from '../../../../test/support/ledger.ts'
import { recomputeScore } from '../../../../test/support/recompute-score.ts'
import { addressOf, txOf, writeInto } from '../../../../test/support/risk-ledger.ts'
import { type KytReader, openKytReader } from '../lookup/kyt-reader.ts'
import { explainRiskScore, getRiskScore } from '../operations/get-risk-score.ts'
import { defaultRiskPolicy } from '../policy/risk-policy.ts'

const day = 86_400
const start = Date.UTC(2025, 0, 1) / 1000
const usd = 10n ** 6n
const eth = 10n ** 18n

/** The actors in the tests, each with its own address. */
const people = {
  thief: addressOf(1),
  mule: addressOf(2),
  fence: addressOf(3),
  buyer: addressOf(4),
  exchange: addressOf(5),
  client: addressOf(6),
  dex: addressOf(7),
  swapper: addressOf(8),
  shop: addressOf(9),
  early: addressOf(10),
  late: addressOf(11),
  friend: addressOf(12),
  victim: addressOf(13),
  changer: addressOf(14),
  short: addressOf(15),
  last: addressOf(16),
  holder: addressOf(17),
} as const
type Person = keyof typeof people

let transactions = 0
const pay = (from: Person, to: Person, amount: bigint, more: Partial<Transfer> = {}): Transfer => {
  transactions += 1
  const time = more.time ?? start + transactions * 60
  return {
    coin: 'USDT-ERC20',
    tx: txOf(transactions),
    position: 0,
    block: 1000 + transactions,
    from: people[from],
    to: people[to],
    amount: amount * usd,
    ...more,
    time,
  }
}

const world: Transfer[] = [
  pay('exchange', 'fence', 400n),
  pay('thief', 'mule', 1200n),
  pay('mule', 'fence', 600n),
  pay('fence', 'buyer', 500n),
  pay('mule', 'exchange', 200n),
  pay('exchange', 'client', 800n),
  pay('client', 'shop', 100n),
  // One ETH is worth 2000 USD on 1 January and 4000 USD on 3 January.
  pay('thief', 'early', 0n, { coin: 'ETH', amount: eth, time: start + 100 }),
  pay('exchange', 'early', 0n, { coin: 'ETH', amount: eth, time: start + 2 * day }),
  pay('thief', 'late', 0n, { coin: 'ETH', amount: eth, time: start + 2 * day + 100 }),
  pay('exchange', 'late', 0n, { coin: 'ETH', amount: eth, time: start + 50 }),
  pay('friend', 'thief', 250n),
  pay('exchange', 'friend', 1000n),
  pay('thief', 'victim', 0n, { amount: 4_000_000n }),
  pay('thief', 'changer', 2000n, { time: start + 10 }),
  pay('changer', 'dex', 2000n, { time: start + 20, tx: txOf(9001), block: 5 }),
  pay('dex', 'changer', 0n, { time: start + 20, tx: txOf(9001), block: 5, coin: 'ETH', amount: eth }),
  pay('changer', 'swapper', 0n, { time: start + 30, coin: 'ETH', amount: eth / 2n }),
  // An address that sends slightly more than it is recorded to have received.
  pay('thief', 'short', 4000n),
  pay('short', 'exchange', 4000n),
  pay('short', 'last', 20n),
  // The price of ETH doubles before the holder sends it.
  pay('thief', 'holder', 0n, { coin: 'ETH', amount: eth, time: start + 100 }),
  pay('holder', 'exchange', 0n, { coin: 'ETH', amount: eth, time: start + 2 * day + 200 }),
]

onOneLedger('server', 'risk score', (suite) => {
  let reader: KytReader
  const ask = (person: Person, coin = 'USDT-ERC20') => ({ coin, address: people[person] })
  const explain = async (person: Person, coin = 'USDT-ERC20') =>
    await explainRiskScore(reader, ask(person, coin))
  beforeAll(async () => {
    const write = writeInto(suite.ledger)
    reader = openKytReader(suite.ledger)
    await write.prices([
      { coin: 'ETH', date: '2025-01-01', usd: 2000n },
      { coin: 'ETH', date: '2025-01-03', usd: 4000n },
    ])
    await write.transfers(world)
    await write.labels([
      { address: people.thief, category: 'theft', entity: 'Mallory', incident: 'The heist' },
      { address: people.exchange, category: 'exchange', entity: 'Tidewater' },
      { address: people.dex, category: 'dex', entity: 'Curlew' },
    ])
  })

  test('infers the origin of unrecorded funds from recorded inflow and reports it', async () => {
    const explained = await explain('last')
    expect(explained).toMatchObject({
      risk_level: 'Severe',
      received: { value: '20.000000', inferred: '19.900497', ended: { unrecorded: '0.099503' } },
      pieces: [{ label: 'Mallory', hops: 2, inferred: true, value: '19.900497' }],
    })
    expect(explained.received.inferred_share + explained.received.unrecorded_share).toBeCloseTo(1, 5)
    expect(explained.reasons.join(' ')).toContain('99.5% of the funds received exceeded the recorded balance')
    expect(explained.reasons.join(' ')).toContain('0.5% of the funds received have no recorded origin')
    expect(recomputeScore(explained)).toBe(explained.score)
  })

  test('counts as unrecorded what an address sent beyond its recorded balance, but not a rise in prices', async () => {
    const short = await explain('short')
    expect(short.received).toMatchObject({ value: '4000.000000', shortfall: '20.000000' })
    expect(short.received.classes).toMatchObject([{ within: '4000.000000', of: '4001.000000' }])
    expect(short.reasons.join(' ')).toContain(
      'The address sent 20 USD more than it is recorded to have received',
    )
    expect(short.sent).not.toHaveProperty('shortfall')
    const holder = await explain('holder', 'ETH')
    expect(holder).toMatchObject({
      score: 98,
      received: { value: '2000.000000', shortfall: '0.000000' },
      sent: { value: '4000.000000' },
    })
  })

  test('follows stolen funds over several hops in proportion to their share', async () => {
    // The fence held 400 clean and 600 stolen dollars when it paid the buyer.
    const explained = await explain('buyer')
    expect(explained).toMatchObject({
      hacking_event: 'The heist',
      detail_list: ['Interact With Malicious Address'],
      known: true,
      value_unit: 'USD',
      received: { value: '500.000000', ended: { service: '200.000000' }, not_followed_share: 0 },
      data: { newest_block: 1000 + world.length },
    })
    expect(explained.pieces).toMatchObject([
      {
        direction: 'received',
        class: 'severe',
        category: 'theft',
        label: 'Mallory',
        label_source: 'test',
        label_version: '1',
        address: people.thief,
        hops: 3,
        value: '300.000000',
        share: 0.6,
      },
    ])
    expect(explained.pieces[0]?.path.map(({ address, tx }) => [address, tx])).toEqual([
      [people.fence, txOf(4)],
      [people.mule, txOf(3)],
      [people.thief, txOf(2)],
    ])
    expect(await getRiskScore(reader, ask('buyer'))).toEqual({
      score: explained.score,
      hacking_event: 'The heist',
      detail_list: ['Interact With Malicious Address'],
      risk_level: 'Moderate',
      risk_detail: [
        { label: 'Mallory', type: 'malicious', volume: 300, address: people.thief, percent: 0.6 },
      ],
      coverage: explained.coverage,
    })
  })

  test('explains every score with everything needed to recalculate it, for every method', async () => {
    const scores = new Set<number>()
    for (const method of ['haircut', 'fifo', 'poison'] as const) {
      for (const person of Object.keys(people) as Person[]) {
        const explained = await explainRiskScore(reader, ask(person), { ...defaultRiskPolicy, method })
        expect(recomputeScore(explained), `${person} by ${method}`).toBe(explained.score)
        expect(explained.score).toBe((await getRiskScore(reader, ask(person), explained.policy)).score)
        scores.add(explained.score)
      }
    }
    expect(scores.size).toBeGreaterThan(6)
  })

  test('returns identical answers to the same query on the same data', async () => {
    const other = openKytReader(suite.ledger)
    for (const person of ['buyer', 'swapper', 'early', 'client'] as const) {
      const again = await explainRiskScore(other, ask(person))
      expect(JSON.stringify(again)).toBe(JSON.stringify(await explain(person)))
    }
  })

  test('scores an exchange and its client as Low, and marks an unseen address as unknown', async () => {
    expect(await getRiskScore(reader, ask('client'))).toMatchObject({
      score: 3,
      risk_level: 'Low',
      risk_detail: [],
    })
    expect(await explain('exchange')).toMatchObject({ score: 3, exposure_counts: false, known: true })
    const nobody = await explainRiskScore(reader, { coin: 'ETH', address: addressOf(99) })
    expect(nobody).toMatchObject({
      score: 3,
      known: false,
      own: null,
      pieces: [],
      coverage: { state: 'none' },
    })
  })

  test('uses the price on the day of each transfer', async () => {
    expect(await explain('early', 'ETH')).toMatchObject({
      received: { value: '6000.000000' },
      pieces: [{ value: '2000.000000', share: 0.333333 }],
    })
    expect(await explain('late', 'ETH')).toMatchObject({
      pieces: [{ value: '4000.000000', share: 0.666666 }],
    })
  })

  test('counts funds sent to a thief but not dust received from one', async () => {
    expect(await explain('friend')).toMatchObject({ pieces: [{ direction: 'sent', hops: 1, share: 1 }] })
    const dusted = await explain('victim')
    expect(dusted).toMatchObject({ score: 30, risk_level: 'Low' })
    expect(dusted.received.classes).toMatchObject([{ dust: true }])
  })

  test('follows stolen funds through a swap into another coin', async () => {
    const explained = await explain('swapper', 'ETH')
    expect(explained.pieces).toMatchObject([{ address: people.thief, hops: 2, share: 1 }])
    expect(explained.pieces[0]?.path.map(({ coin, swap }) => [coin, swap])).toEqual([
      ['ETH', false],
      ['USDT-ERC20', true],
      ['USDT-ERC20', false],
    ])
  })

  test('scores a transaction by its senders and receivers', async () => {
    const deposit = { coin: 'USDT-ERC20', txid: txOf(5), address: people.exchange }
    const seenByExchange = await explainRiskScore(reader, deposit)
    expect(seenByExchange.pieces).toMatchObject([{ direction: 'received', hops: 2, share: 1 }])
    // The address pools customer funds, but this transaction is one client's deposit.
    expect(seenByExchange.score).toBe(93)
    const withdrawal = { coin: 'USDT-ERC20', txid: txOf(12), address: people.friend }
    expect((await explainRiskScore(reader, withdrawal)).pieces).toMatchObject([
      { direction: 'sent', hops: 1 },
    ])
    expect(await getRiskScore(reader, { coin: 'USDT-ERC20', txid: txOf(6) })).toMatchObject({ score: 3 })
    // The thief's own deposit, identified only by its transaction.
    expect(await getRiskScore(reader, { coin: 'USDT-ERC20', txid: txOf(2) })).toMatchObject({ score: 98 })
    // The same transaction, queried with another coin on the same network.
    expect(await getRiskScore(reader, { coin: 'ETH', txid: txOf(2) })).toMatchObject({ score: 98 })
    await expect(getRiskScore(reader, { coin: 'ETH', txid: txOf(777_777) })).rejects.toThrow(/transaction/)
    await expect(getRiskScore(reader, { coin: 'ETH', txid: txOf(2), address: people.shop })).rejects.toThrow(
      /transaction/,
    )
  })

  test('updates the next answer after a new label or transfer', async () => {
    const write = writeInto(suite.ledger)
    const before = (await getRiskScore(reader, ask('shop'))).score
    expect(before).toBe(3)
    await write.labels([{ address: people.client, category: 'gambling' }], 'later')
    expect((await getRiskScore(reader, ask('shop'))).score).toBe(38)
    await write.transfers([pay('mule', 'shop', 300n, { time: start + 9 * day, block: 90_000 })], 'later')
    expect((await getRiskScore(reader, ask('shop'))).score).toBeGreaterThan(60)
  })
})
