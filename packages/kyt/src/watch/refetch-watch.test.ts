import { createManualClock } from '@touchstone/common'
import { beforeEach, expect, test } from 'vitest'
import { createTestSource, type TestSource } from '../../../../test/support/history-source.ts'
import { onBothLedgers } from '../../../../test/support/ledger.ts'
import { addressOf, oneEther } from '../../../../test/support/risk-ledger.ts'
import { createWatchWorld, type WatchWorld } from '../../../../test/support/watch-world.ts'
import { networks } from '../addresses/networks.ts'
import { defaultFetchLimits, type FetchLimits } from '../limits/fetch-limits.ts'
import { type KytReader, openKytReader } from '../lookup/kyt-reader.ts'
import { defaultRiskPolicy } from '../policy/risk-policy.ts'
import { refetchWatch } from './refetch-watch.ts'
import { rescoreWatches } from './rescore-watches.ts'
import { addWatch } from './watches.ts'

const hourMs = 3_600_000
const [thief, customer, friend] = [11, 12, 13].map(addressOf) as [string, string, string]
const before = oneEther(100, addressOf(21), customer)
/** Newer than every block that is final when the watch is added. */
const after = oneEther(1100, thief, customer)

onBothLedgers('Fetching watched addresses again', (suite) => {
  let world: WatchWorld
  let source: TestSource
  let head: { block: number; time: number }
  let reads: { address: string; from: number }[]
  let reader: KytReader

  const sourceWith = (transfers: readonly (typeof before)[]) => {
    const made = createTestSource({ transfers, head })
    return {
      ...made,
      read(query: Parameters<TestSource['read']>[0], asking: Parameters<TestSource['read']>[1]) {
        reads.push({ address: query.address, from: query.from })
        return made.read(query, asking)
      },
    }
  }
  const nodeWith = (fetchLimits: FetchLimits = defaultFetchLimits) =>
    openKytReader({
      ...{ ...world.context, fetchLimits },
      histories: { of: async () => [source], networks: async () => ['ETH'] },
    })
  const watch = (address: string, merchant = world.merchant()) =>
    addWatch(world.context, reader, { merchant, coin: 'ETH', address })
  /** The chain continues for an hour, and the source reports another transfer. */
  const passAnHour = () => {
    world.context.clock.advance(hourMs)
    head = { block: head.block + 300, time: head.time + 3600 }
    source = sourceWith([before, after])
    reads = []
  }
  const levels = async () => {
    const { rows } = await suite.ledger.database.run('select risk_level from kyt_watch order by id')
    return (rows as { risk_level: string }[]).map(({ risk_level }) => risk_level)
  }

  beforeEach(async () => {
    await suite.ledger.ledger.clear()
    await suite.ledger.database.run('truncate kyt_watch, event cascade')
    world = createWatchWorld(suite.ledger)
    await world.label([{ address: thief, category: 'theft', incident: 'The heist' }])
    head = { block: 1000, time: world.context.clock.now() / 1000 }
    reads = []
    source = sourceWith([before])
    reader = nodeWith()
  })

  test('requests only new blocks after the interval, and sends an alert', async () => {
    expect(await watch(customer)).toMatchObject({ risk_level: 'Low', coverage: 'complete' })
    expect(await refetchWatch(reader), 'not due yet').toEqual({})
    passAnHour()
    expect(await refetchWatch(reader)).toMatchObject({ isFailed: false })
    expect(reads.filter(({ address }) => address === customer)).toEqual([
      { address: customer, from: 989 - 256 },
    ])
    expect(await rescoreWatches(world.context, reader)).toMatchObject({ changed: 1 })
    const [change] = await world.levelChanges()
    expect(change).toMatchObject({
      address: customer,
      from: { risk_level: 'Low' },
      hacking_event: 'The heist',
    })
    expect(await refetchWatch(reader), 'due again after another hour').toEqual({})
  })

  test('is done by one node, and once for all watches of an address', async () => {
    await Promise.all([watch(customer), watch(customer), watch(customer)])
    passAnHour()
    const nodes = [nodeWith(), nodeWith(), nodeWith(), nodeWith()]
    const found = await Promise.all(nodes.map((node) => refetchWatch(node)))
    expect(found.filter(({ merchant }) => merchant !== undefined)).toHaveLength(3)
    expect(reads.filter(({ address }) => address === customer)).toHaveLength(1)
  })

  test('lets merchants take turns', async () => {
    const [busy, other] = [world.merchant(), world.merchant()]
    for (const address of [customer, friend, addressOf(14)]) await watch(address, busy)
    await watch(customer, other)
    passAnHour()
    const served: (string | undefined)[] = []
    for (let turn = 0; turn < 5; turn++) served.push((await refetchWatch(reader, served.at(-1))).merchant)
    expect(served).toEqual([busy, other, busy, busy, undefined])
  })

  test('is repeated sooner if the sources fail, or if the node dies', async () => {
    await watch(customer)
    passAnHour()
    source.before = () => Promise.reject(new Error('unavailable'))
    const working = source
    source = { ...source, head: () => Promise.reject(new Error('unavailable')) }
    expect(await refetchWatch(reader)).toMatchObject({ isFailed: true })
    expect(await levels()).toEqual(['Low'])
    source = working
    source.before = () => {}
    expect(await refetchWatch(reader), 'no node tries again at once').toEqual({})
    world.context.clock.advance(hourMs / 4)
    await new Promise<void>((claimed) => {
      const policyOf = () => new Promise<never>(() => claimed())
      void refetchWatch({ ...reader, policyOf })
    })
    expect(await refetchWatch(reader), 'another node has claimed the watch').toEqual({})
    world.context.clock.advance(120_000)
    expect(await refetchWatch(reader)).toMatchObject({ isFailed: false })
  })

  test('respects the settings and the policy of the merchant', async () => {
    await watch(customer)
    passAnHour()
    expect(await refetchWatch(nodeWith({ ...defaultFetchLimits, watchSeconds: 0 }))).toEqual({})
    expect(await refetchWatch(nodeWith({ ...defaultFetchLimits, watchSeconds: 7200 }))).toEqual({})
    expect(await refetchWatch(nodeWith({ ...defaultFetchLimits, mode: 'never' }))).toEqual({})
    const policyOf = async () => ({ ...defaultRiskPolicy, fetch: 'never' as const })
    expect(await refetchWatch({ ...reader, policyOf })).toMatchObject({ isFailed: false })
    expect(source.requests).toEqual([])
  })

  test('is not needed on a network that is followed', async () => {
    await watch(customer)
    passAnHour()
    const now = world.context.clock.now() / 1000
    await suite.ledger.ledger.cover([
      {
        ...{ network: networks.ETH.id, source: 'evm', extent: 'blocks', first: 0, last: 1300 },
        ...{ firstTime: 1_700_000_000, lastTime: now, readAt: now },
      },
    ])
    const clock = createManualClock(world.context.clock.now() + 1000)
    const later = { ...reader.context, clock }
    expect(await refetchWatch(openKytReader(later))).toEqual({})
  })

  test('keeps the level of a watch whose data was lost', async () => {
    source = sourceWith([before, { ...after, block: 900 }])
    expect(await watch(customer)).toMatchObject({ risk_level: 'Severe' })
    await suite.ledger.ledger.clear()
    await world.label([{ address: thief, category: 'theft' }])
    await rescoreWatches(world.context, reader)
    expect(await levels()).toEqual(['Severe'])
    // Another watch makes the network covered.
    await watch(friend)
    await rescoreWatches(world.context, reader)
    expect(await levels()).toEqual(['Severe', 'Low'])
  })
})
