import { once } from 'node:events'
import { createManualClock } from '@touchstone/common'
import { beforeEach, expect, test } from 'vitest'
import { createTestSource, type TestSource } from '../../../../test/support/history-source.ts'
import { onOneLedger } from '../../../../test/support/ledger.ts'
import { addressOf, txOf } from '../../../../test/support/risk-ledger.ts'
import type { Transfer } from '../imports/transfer.ts'
import { defaultFetchLimits } from '../limits/fetch-limits.ts'
import { createFetcher } from './create-fetcher.ts'
import { openBudget } from './open-budget.ts'

/** Each address pays the next one, in blocks 110, 120, … */
const transfers: Transfer[] = [1, 2, 3, 4, 5].map((number) => ({
  ...{ coin: 'USDT-ERC20', tx: txOf(number), position: 1, block: 100 + number * 10 },
  ...{ time: 1_700_000_000 + number * 12, amount: 1_000_000_000n },
  ...{ from: addressOf(number), to: addressOf(number + 1) },
}))
const target = (number: number) => ({
  network: 'ETH' as const,
  key: { network: 10, address: addressOf(number).slice(2) },
  address: addressOf(number),
})

const ended = async (signal: AbortSignal) => {
  if (!signal.aborted) await once(signal, 'abort')
}

onOneLedger('embedded', 'fetching a history', (suite) => {
  const now = () => suite.ledger.clock.now() / 1000
  const sourceAt = (block: number, behindSeconds = 0) =>
    createTestSource({ transfers, head: { block, time: now() - behindSeconds } })
  const fetcherOf = (...sources: readonly TestSource[]) =>
    createFetcher(suite.ledger, { of: async () => sources, networks: async () => ['ETH'] })
  /** A fetcher after the histories that were read so far are no longer new. */
  const laterFetcherOf = (...sources: readonly TestSource[]) => {
    const clock = createManualClock(suite.ledger.clock.now() + 60_000)
    const histories = { of: async () => sources, networks: async () => ['ETH' as const] }
    return createFetcher({ ...suite.ledger, clock }, histories)
  }
  const freely = (signal?: AbortSignal) => ({
    most: 1000,
    budget: openBudget({ requests: 1e9, rows: 1e9, seconds: 1e9 }, suite.ledger.clock, signal),
  })
  beforeEach(() => suite.ledger.ledger.clear())

  test('does not read from a source that stopped reading its chain', async () => {
    const stalled = sourceAt(1000, 86_400)
    expect(await fetcherOf(stalled).fetch(target(2), freely())).toEqual({ unread: 'behind' })
    expect(stalled.requests).toEqual(['head'])
    const found = await fetcherOf(stalled, sourceAt(1000)).fetch(target(2), freely())
    expect(found).toMatchObject({ history: { state: 'whole', through: 988 } })
  })

  test('does not use the newest block of one source for another of the same kind', async () => {
    const ahead = sourceAt(1000)
    const late = sourceAt(130)
    const fetcher = fetcherOf(ahead, late)
    await fetcher.fetch(target(2), freely())
    ahead.before = () => Promise.reject(new Error('unavailable'))
    expect(await fetcher.fetch(target(3), freely())).toMatchObject({ history: { through: 118 } })
  })

  test('does not start to read what no query may read to its end', async () => {
    const many = Array.from({ length: 12 }, (_, index) => ({
      ...{ coin: 'USDT-ERC20', tx: txOf(100 + index), position: 1, block: 200 + index, time: 1_700_000_000 },
      ...{ from: addressOf(50), to: addressOf(51 + index), amount: 1_000_000_000n },
    }))
    const head = { block: 1000, time: now() }
    const source = createTestSource({ transfers: many, head, newestPerRequest: 1 })
    const fetchWith = (requests: number) => {
      const budget = { ...defaultFetchLimits.budget, requests }
      const context = { ...suite.ledger, fetchLimits: { ...defaultFetchLimits, budget } }
      const histories = { of: async () => [source], networks: async () => ['ETH' as const] }
      const opened = openBudget(budget, suite.ledger.clock)
      return createFetcher(context, histories).fetch(target(50), { most: 1000, budget: opened })
    }
    expect(await fetchWith(11)).toMatchObject({ history: { state: 'busy', size: 12 } })
    expect(source.requests).toEqual(['head', `size ${addressOf(50)}`])
    expect(await fetchWith(20)).toMatchObject({ history: { state: 'whole' } })
  })

  test('one query that ends does not fail the others', async () => {
    for (const attempt of [1, 2, 3, 4]) {
      const source = sourceAt(1000)
      const asked = new AbortController()
      const sent = new AbortController()
      const held = new AbortController()
      source.before = async () => {
        source.before = () => {}
        sent.abort()
        await ended(held.signal)
        asked.signal.throwIfAborted()
      }
      const fetcher = fetcherOf(source)
      const first = fetcher.fetch(target(attempt), freely(asked.signal))
      await ended(sent.signal)
      // Both wait for the newest block, the second one for the first one's request.
      const second = fetcher.fetch(target(attempt + 1), freely())
      asked.abort()
      held.abort()
      expect(await first).toEqual({ unread: 'budget' })
      expect(await second).toMatchObject({ history: { state: 'whole' } })
      await suite.ledger.ledger.clear()
    }
  })

  /** The transfers with one of them in another block, or without it. */
  const reorganized = (number: number, block?: number) =>
    transfers.flatMap((transfer, index) =>
      index + 1 !== number ? transfer : block === undefined ? [] : { ...transfer, block },
    )
  const movementsOf = async (number: number) => {
    const { key } = target(number)
    const found = await suite.ledger.ledger.histories([key], 1000)
    return [...found.values()]
      .flat()
      .map(({ kind, block }) => `${kind} ${block}`)
      .sort()
  }
  /** Reads the history of an address twice, the second time after the chain was reorganized. */
  const readTwice = async (number: number, then: readonly Transfer[], kinds = ['etherscan', 'etherscan']) => {
    const [first = '', second = ''] = kinds
    const sources = [
      createTestSource({ kind: first, transfers, head: { block: 160, time: now() } }),
      createTestSource({ kind: second, transfers: then, head: { block: 170, time: now() } }),
    ] as const
    expect(await fetcherOf(sources[0]).fetch(target(number), freely())).toMatchObject({
      history: { through: 148 },
    })
    return { second: sources[1], found: await laterFetcherOf(sources[1]).fetch(target(number), freely()) }
  }

  test('removes the transfers of blocks that a deep reorganization has replaced', async () => {
    const { found, second } = await readTwice(4, reorganized(4))
    expect(found).toMatchObject({ history: { state: 'whole', through: 158 } })
    expect(await movementsOf(4)).toEqual(['in 130'])
    // The range is read again before anything is removed, and the history again afterwards.
    expect(second.requests.filter((request) => request.startsWith('read'))).toHaveLength(3)
  })

  test('moves a transaction to the block that contains it after a reorganization', async () => {
    await readTwice(4, reorganized(4, 145))
    expect(await movementsOf(4)).toEqual(['in 130', 'out 145'])
  })

  test('keeps the other histories of the network, which are read again', async () => {
    await fetcherOf(
      createTestSource({ kind: 'etherscan', transfers, head: { block: 160, time: now() } }),
    ).fetch(target(2), freely())
    await readTwice(4, reorganized(4))
    expect(await movementsOf(2)).toEqual(['in 110', 'out 120'])
    const keys = [target(2).key, target(4).key]
    const { found } = await suite.ledger.ledger.fetched(keys)
    expect(
      [...found.values()]
        .flat()
        .map(({ state, through }) => `${state} ${through}`)
        .sort(),
    ).toEqual(['part 139', 'whole 158'])
  })

  test('removes nothing if the sources differ, if other data was imported, or if a source contradicts itself', async () => {
    await readTwice(4, reorganized(4), ['etherscan', 'blockscout'])
    expect(await movementsOf(4), 'another kind may report other transfers').toEqual(['in 130', 'out 140'])
    await suite.ledger.ledger.clear()
    const times = { firstTime: 1_700_000_000, lastTime: 1_700_000_000, readAt: 1_700_000_000 }
    await suite.ledger.ledger.cover([
      { network: 10, source: 'transfers', extent: 'transfers', first: 100, last: 145, ...times },
    ])
    await readTwice(4, reorganized(4))
    expect(await movementsOf(4)).toEqual(['in 130', 'out 140'])
    await suite.ledger.ledger.clear()
    const whole = createTestSource({ kind: 'etherscan', transfers, head: { block: 170, time: now() } })
    const lacking = createTestSource({
      ...{ kind: 'etherscan', transfers: reorganized(4), head: { block: 170, time: now() } },
    })
    await fetcherOf(
      createTestSource({ kind: 'etherscan', transfers, head: { block: 160, time: now() } }),
    ).fetch(target(4), freely())
    let reads = 0
    const flaky = {
      ...lacking,
      read: (...args: Parameters<TestSource['read']>) => (reads++ === 0 ? lacking : whole).read(...args),
    }
    expect(await laterFetcherOf(flaky).fetch(target(4), freely())).toMatchObject({ unread: 'failed' })
    expect(await movementsOf(4)).toEqual(['in 130', 'out 140'])
  })
})
