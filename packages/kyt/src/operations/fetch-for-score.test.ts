import { createManualClock } from '@touchstone/common'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestSource, type TestSource } from '../../../../test/support/history-source.ts'
import { type OpenedLedger, onOneLedger, openTestLedger } from '../../../../test/support/ledger.ts'
import { addressOf, txOf, writeInto } from '../../../../test/support/risk-ledger.ts'
import { createSeeded } from '../../../../test/support/seeded.ts'
import { scoreAtOnce } from '../batch/batches.ts'
import { journalOf } from '../context.ts'
import { enqueueFetch } from '../fetch/fetch-queue-store.ts'
import type { Transfer } from '../imports/transfer.ts'
import { defaultFetchLimits, type FetchLimits } from '../limits/fetch-limits.ts'
import { openKytReader } from '../lookup/kyt-reader.ts'
import { defaultRiskPolicy } from '../policy/risk-policy.ts'
import type { FetchContext } from '../sources/histories/history-sources.ts'
import { getAddressActions } from './get-actions.ts'
import { getAddressCounterparty } from './get-counterparty.ts'
import { getAddressOverview } from './get-overview.ts'
import { getAddressProfile } from './get-profile.ts'
import { getRiskScore } from './get-risk-score.ts'
import { investigateTransactions } from './investigate.ts'
import { runQueuedFetch } from './run-queued-fetch.ts'

const startTime = 1_700_000_000
const timeOf = (block: number) => startTime + block * 12
const people = 24

/**
 * Payments between people, two of whom are thieves, and one of whom is an exchange. Some transactions contain
 * several payments.
 */
const world: Transfer[] = (() => {
  const random = createSeeded(39)
  return Array.from({ length: 160 }, (_, index) => index).flatMap((index) => {
    const block = 1000 + index * 3
    const count = 1 + random.below(3)
    return Array.from({ length: count }, (_, position) => ({
      ...{
        coin: index % 4 === 0 ? 'USDC-ERC20' : 'USDT-ERC20',
        tx: txOf(index + 1),
        block,
        time: timeOf(block),
      },
      ...{ from: addressOf(1 + random.below(people)), to: addressOf(1 + random.below(people)) },
      ...{ position: position + 1, amount: BigInt(1 + random.below(4)) * 1_000_000_000n },
    }))
  })
})()
const thieves = [addressOf(1), addressOf(2)]
const exchange = addressOf(3)
/** The newest block is as new as the clock of the ledger. */
const head = { block: 5000, time: Date.UTC(2026, 10, 15) / 1000 }
const noLimit: FetchLimits = {
  ...defaultFetchLimits,
  ...{ waitMs: 120_000, budget: { requests: 1e9, rows: 1e9, seconds: 1e9 } },
}
const deep = { ...defaultRiskPolicy, least_share: 0 }

async function label(ledger: OpenedLedger) {
  await writeInto(ledger).labels([
    ...thieves.map((address) => ({ address, category: 'theft' as const, entity: 'Thief' })),
    { address: exchange, category: 'exchange' as const, entity: 'Exchange' },
  ])
}

function readerWith(
  ledger: OpenedLedger,
  sources: readonly TestSource[],
  fetchLimits: FetchLimits = noLimit,
) {
  const context: FetchContext = {
    ...ledger,
    fetchLimits,
    histories: { of: async () => sources, networks: async () => ['ETH'] },
  }
  return openKytReader(context)
}

/** The source does not know the positions of transfers. */
const unplaced = world.map((transfer) => ({ ...transfer, position: undefined }))
const query = (number: number) => ({ coin: 'USDT-ERC20', address: addressOf(number) })
const caller = { owner: 'merchant', isTimed: false }

onOneLedger('embedded', 'fetching for a score', (suite) => {
  let full: OpenedLedger
  let source: TestSource
  const transferCount = async () =>
    (await suite.ledger.ledger.totals([{ network: 10, address: addressOf(5).slice(2) }])).size
  beforeAll(async () => {
    full = await openTestLedger('embedded')
    await writeInto(full).transfers(world)
    await label(full)
  })
  afterAll(() => full?.close())
  beforeEach(async () => {
    await suite.ledger.ledger.clear()
    await label(suite.ledger)
    source = createTestSource({ transfers: unplaced, head, perPage: 30 })
  })

  test('gives the score of a full import from an empty ledger', { timeout: 120_000 }, async () => {
    const imported = openKytReader(full)
    for (const number of [3, 4, 11, 27, 48]) {
      await suite.ledger.ledger.clear()
      await label(suite.ledger)
      const reader = readerWith(suite.ledger, [source])
      const { coverage: _, ...expected } = await getRiskScore(imported, query(number), deep)
      const { coverage, ...found } = await getRiskScore(reader, query(number), deep, caller)
      expect(found, String(number)).toEqual(expected)
      if (number !== 3) expect(coverage.state, coverage.note).toBe('complete')
    }
  })

  test('shares one fetch among concurrent queries, and sends no request for a fresh history', async () => {
    const reader = readerWith(suite.ledger, [source])
    const scores = await Promise.all(
      [1, 2, 3, 4].map(() => getRiskScore(reader, query(7), defaultRiskPolicy, caller)),
    )
    expect(new Set(scores.map(({ score }) => score)).size).toBe(1)
    const sizes = source.requests.filter((request) => request.startsWith('size'))
    expect(new Set(sizes).size).toBe(sizes.length)
    const sent = source.requests.length
    await getRiskScore(reader, query(7), defaultRiskPolicy, caller)
    expect(source.requests.length).toBe(sent)
  })

  test('does not download an address with too many transactions', async () => {
    const policy = { ...deep, budget: { ...deep.budget, transfers_of_one: 10 } }
    for (const sized of [true, false]) {
      await suite.ledger.ledger.clear()
      const busy = createTestSource({ transfers: unplaced, head, sized })
      const { coverage } = await getRiskScore(readerWith(suite.ledger, [busy]), query(5), policy, caller)
      expect(coverage).toMatchObject({ state: sized ? 'none' : 'partial' })
      expect(coverage.note).toContain('too many for its history to be read')
      expect(busy.requests.filter((request) => request === `read ${addressOf(5)}`).length).toBe(sized ? 0 : 3)
    }
  })

  test('asks the next source, and never reports an address as complete if all sources fail', async () => {
    const broken = createTestSource({ kind: 'broken', transfers: unplaced, head })
    broken.before = () => Promise.reject(new Error('unavailable'))
    const { coverage } = await getRiskScore(
      readerWith(suite.ledger, [broken, source]),
      query(7),
      deep,
      caller,
    )
    expect(coverage).toMatchObject({ state: 'complete', sources: ['test'] })
    await suite.ledger.ledger.clear()
    const reader = readerWith(suite.ledger, [broken])
    const failed = await getRiskScore(reader, query(7), deep, caller)
    expect(failed.coverage).toMatchObject({ state: 'none', as_of: null })
    expect(failed.coverage.note).toContain('because no source answered')
    await expect(getAddressOverview(reader, query(7))).rejects.toMatchObject({ kind: 'notReady' })
  })

  test('never calls an address complete if all sources stopped reading their chains', async () => {
    const stalled = createTestSource({
      transfers: unplaced,
      head: { ...head, time: head.time - 86_401 },
    })
    const reader = readerWith(suite.ledger, [stalled])
    const { coverage } = await getRiskScore(reader, query(7), deep, caller)
    expect(coverage.state).toBe('none')
    expect(coverage.note).toContain('because the source has no blocks of the last day')
    const both = readerWith(suite.ledger, [stalled, source])
    expect((await getRiskScore(both, query(7), deep, caller)).coverage.state).toBe('complete')
  })

  test('prefers a source with new blocks to one that is behind, which is better than none', async () => {
    const late = createTestSource({
      ...{ kind: 'late', transfers: unplaced, head: { ...head, time: head.time - 4 * 3600 } },
    })
    const both = readerWith(suite.ledger, [late, source])
    const { coverage } = await getRiskScore(both, query(7), deep, caller)
    expect(coverage).toMatchObject({ state: 'complete', sources: ['test'] })
    expect(late.requests).toEqual(['head'])
    await suite.ledger.ledger.clear()
    source.before = () => Promise.reject(new Error('unavailable'))
    const left = await getRiskScore(readerWith(suite.ledger, [late, source]), query(7), deep, caller)
    expect(left.coverage).toMatchObject({ state: 'complete', sources: ['late'] })
  })

  test('reports the kinds of transfers that histories on the path of the funds lack', async () => {
    const kinds = ['internal transfers']
    const limited = createTestSource({ transfers: unplaced, head, kind: 'limited', lacks: kinds })
    // Only the queried address is read from the source that reports every kind.
    const reader = readerWith(suite.ledger, [source, limited])
    source.before = (request) =>
      request === 'head' || request.endsWith(addressOf(7))
        ? undefined
        : Promise.reject(new Error('unavailable'))
    const { coverage } = await getRiskScore(reader, query(7), deep, caller)
    expect(coverage).toMatchObject({ state: 'partial', sources: ['test'] })
    expect(coverage.note).toBe('The source does not report internal transfers.')
  })

  test('stops when the budget is spent, and reports how many histories are missing', async () => {
    const budget = { requests: 12, rows: 1e9, seconds: 60 }
    const reader = readerWith(suite.ledger, [source], { ...noLimit, budget })
    const { coverage } = await getRiskScore(reader, query(7), deep, caller)
    expect(source.requests.length).toBe(12)
    expect(coverage.state).toBe('partial')
    expect(coverage.note).toMatch(/^The histories of 1\d addresses were not read, because the query's budget/)
    // A later query continues with the stored histories.
    await getRiskScore(reader, query(7), deep, caller)
    expect(source.requests.filter((request) => request === `size ${addressOf(7)}`).length).toBe(1)
    const strict = { ...deep, budget: { ...deep.budget, requests: 1 } }
    const sent = source.requests.length
    await getRiskScore(reader, query(7), strict, caller)
    expect(source.requests.length).toBe(sent + 1)
  })

  test('continues a history after the last stored page', async () => {
    let left = 4
    source = createTestSource({ transfers: unplaced, head, perPage: 5 })
    source.before = () => (left-- > 0 ? undefined : Promise.reject(new Error('unavailable')))
    const reader = readerWith(suite.ledger, [source])
    const first = await getRiskScore(reader, query(5), deep, caller)
    expect(first.coverage).toMatchObject({ state: 'partial' })
    const read = source.requests.length
    left = 1e9
    const { coverage } = await getRiskScore(reader, query(5), deep, caller)
    expect(coverage.state, coverage.note).toBe('complete')
    const whole = createTestSource({ transfers: unplaced, head })
    const expected = await getRiskScore(openKytReader(full), query(5), deep)
    expect((await getRiskScore(readerWith(suite.ledger, [whole]), query(5), deep, caller)).score).toBe(
      expected.score,
    )
    expect(whole.requests).toEqual([])
    expect(read).toBe(5)
    expect(await transferCount()).toBe(1)
  })

  test('answers within the time limit, and completes the rest in the background', async () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    source.before = (request) => (request.startsWith('read') ? held : undefined)
    const reader = readerWith(suite.ledger, [source], { ...noLimit, waitMs: 50 })
    const { coverage } = await getRiskScore(reader, query(7), deep, caller)
    expect(coverage.state).toBe('none')
    expect(coverage.note).toContain('the time limit was reached')
    letGo()
    source.before = () => {}
    expect(await runQueuedFetch(reader)).toEqual({ merchant: expect.any(String) })
    expect(await runQueuedFetch(reader)).toEqual({})
    const sent = source.requests.length
    const after = await getRiskScore(reader, query(7), deep, caller)
    expect(after.coverage.state, after.coverage.note).toBe('complete')
    expect(source.requests.length).toBe(sent)
  })

  test('answers at once in the background mode, and fetches nothing if it is turned off', async () => {
    const reader = readerWith(suite.ledger, [source], { ...noLimit, mode: 'background' })
    const { coverage } = await getRiskScore(reader, query(7), defaultRiskPolicy, caller)
    expect(coverage.state).toBe('none')
    expect(coverage.note).toContain('fetched in the background')
    expect(source.requests).toEqual([])
    expect(await runQueuedFetch(reader)).toEqual({ merchant: expect.any(String) })
    const after = await getRiskScore(reader, query(7), defaultRiskPolicy, caller)
    expect(after.coverage.state, after.coverage.note).toBe('complete')
    const sent = source.requests.length
    await suite.ledger.ledger.clear()
    const off = { ...defaultRiskPolicy, fetch: 'never' as const }
    expect((await getRiskScore(reader, query(8), off, caller)).coverage.state).not.toBe('complete')
    const never = readerWith(suite.ledger, [source], { ...noLimit, mode: 'never' })
    const wanted = { ...defaultRiskPolicy, fetch: 'wait' as const }
    await expect(getRiskScore(never, query(9), wanted, caller)).rejects.toMatchObject({
      kind: 'unsupportedCoin',
    })
    expect(source.requests.length).toBe(sent)
  })
  const overview = (reader: ReturnType<typeof readerWith>, number: number) =>
    getAddressOverview(reader, query(number), caller)

  test("sends no address of a merchant to a source if the merchant's policy turns fetching off", async () => {
    const reader = readerWith(suite.ledger, [source])
    const policy = { ...reader.context.riskPolicy, ...defaultRiskPolicy, fetch: 'never' as const }
    const off = { ...reader, policyOf: async () => policy }
    const operations = [
      getAddressOverview,
      getAddressProfile,
      getAddressActions,
      getAddressCounterparty,
      investigateTransactions,
    ]
    for (const operation of operations) {
      await expect(operation(off, query(7), caller)).rejects.toMatchObject({ kind: 'unsupportedCoin' })
    }
    await overview(reader, 5)
    const sent = source.requests.length
    for (const operation of operations) await operation(off, query(7), caller)
    expect(source.requests.length).toBe(sent)
    expect(await overview(off, 7)).toMatchObject({ balance: 0, txs_count: 0 })
  })

  test('reports no address without transfers whose history could not be read', async () => {
    const reader = readerWith(suite.ledger, [source])
    expect(await overview(reader, 5)).not.toMatchObject({ txs_count: 0 })
    source.before = () => Promise.reject(new Error('unavailable'))
    const unread = { kind: 'notReady', retryAfterSeconds: 10 }
    await expect(overview(reader, 98)).rejects.toMatchObject(unread)
    // The ledger has some of the transfers of an address that dealt with the one that was read.
    const partner = world.find(
      ({ from, to }) => from !== to && (from === addressOf(5) || to === addressOf(5)),
    )
    const other = partner?.from === addressOf(5) ? partner.to : partner?.from
    const known = { coin: partner?.coin ?? '', address: other ?? '' }
    expect(await getAddressOverview(reader, known, caller)).not.toMatchObject({ txs_count: 0 })
    source.before = () => {}
    // An address without transfers is reported as such once its history was read.
    expect(await overview(reader, 99)).toMatchObject({ balance: 0, txs_count: 0 })
    source.before = () => Promise.reject(new Error('unavailable'))
    const clock = { ...suite.ledger.clock, now: () => suite.ledger.clock.now() + 7_200_000 }
    const later = readerWith({ ...suite.ledger, clock }, [source])
    expect(await overview(later, 99)).toMatchObject({ balance: 0, txs_count: 0 })
  })

  test('fetches queued histories for each merchant in turn', async () => {
    const reader = readerWith(suite.ledger, [source])
    const db = journalOf(suite.ledger)
    const now = new Date(suite.ledger.clock.now())
    for (const [merchant, number] of [
      ['a', 7],
      ['a', 8],
      ['a', 9],
      ['b', 7],
      ['c', 7],
    ] as const)
      await enqueueFetch(db, { merchant, ...query(number), now })
    const served: (string | undefined)[] = []
    for (let turn = 0; turn < 6; turn++) served.push((await runQueuedFetch(reader, served.at(-1))).merchant)
    expect(served).toEqual(['a', 'b', 'c', 'a', 'a', undefined])
  })

  test('continues the history of an overview in the background after the time limit', async () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    source.before = (request) => (request.startsWith('read') ? held : undefined)
    const short = { ...noLimit, waitMs: 50 }
    const unread = { kind: 'notReady' }
    await expect(overview(readerWith(suite.ledger, [source], short), 7)).rejects.toMatchObject(unread)
    letGo()
    // The fetch that took too long is aborted, and the queue reads the history instead.
    expect(await runQueuedFetch(readerWith(suite.ledger, [source]))).toEqual({ merchant: expect.any(String) })
    const second = readerWith(suite.ledger, [source])
    expect(await overview(second, 7)).not.toMatchObject({ txs_count: 0 })
    const background = readerWith(suite.ledger, [source], { ...noLimit, mode: 'background' })
    const sent = source.requests.length
    await expect(overview(background, 99)).rejects.toMatchObject(unread)
    expect(source.requests.length).toBe(sent)
    expect(await runQueuedFetch(background)).toEqual({ merchant: expect.any(String) })
    expect(await overview(background, 99)).toMatchObject({ txs_count: 0 })
  })
  test('waits once for all addresses of a transfer or a batch', async () => {
    const clock = createManualClock(suite.ledger.clock.now())
    const { waitMs } = noLimit
    // The first request takes as long as the whole time limit.
    source.before = () => {
      source.before = () => {}
      clock.advance(waitMs)
    }
    const items = [101, 102, 103, 104, 105, 106].map(query)
    const { result_list } = await scoreAtOnce(
      readerWith({ ...suite.ledger, clock }, [source]),
      { merchant: 'merchant', items },
      (problem) => expect.unreachable(String(problem)),
    )
    expect(result_list.slice(4).map(({ risk }) => risk?.coverage.note)).toEqual([
      expect.stringContaining('the time limit was reached'),
      expect.stringContaining('the time limit was reached'),
    ])
  })

  test('limits the queued queries of each merchant', async () => {
    const db = journalOf(suite.ledger)
    const now = new Date(suite.ledger.clock.now())
    const add = (merchant: string, address: string) =>
      enqueueFetch(db, { merchant, coin: 'ETH', address, now })
    const queued = async (merchant: string) =>
      (await db.selectFrom('kyt_fetch').select('address').where('merchant', '=', merchant).execute()).length
    for (let number = 0; number < 1002; number++) await add('flooder', `0x${number}`)
    await add('other', '0x1')
    expect([await queued('flooder'), await queued('other')]).toEqual([1000, 1])
    await db.deleteFrom('kyt_fetch').execute()
  })
})
