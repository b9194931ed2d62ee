import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountApi, type EvmChain } from '../../../../../../test/support/explorers/account-api.ts'
import { type EvmTransaction, expectedOf } from '../../../../../../test/support/explorers/evm-history.ts'
import { evmAddress, evmHistories } from '../../../../../../test/support/explorers/random-evm-history.ts'
import {
  asLines,
  createTestHttp,
  explorerTime,
  freely,
  readHistory,
} from '../../../../../../test/support/explorers/read-history.ts'
import { passingFaults, startExplorer } from '../../../../../../test/support/explorers/start-explorer.ts'
import { runs } from '../../../../../../test/support/test-all.ts'
import { findCoin } from '../../../coins/find-coin.ts'
import { openBlockscout } from '../blockscout/source.ts'
import type { HistorySource } from '../history-source.ts'
import type { SourceHttp } from '../source-http.ts'
import { openEtherscan } from './source.ts'

const contractOf = (coin: string) => findCoin(coin)?.contract ?? ''
const contracts = [contractOf('USDT-ERC20'), contractOf('WETH-ERC20')]
const head = { number: 20, time: explorerTime }
const address = evmAddress(0)
const whole = { address, from: 0, to: 15 }

type Kind = 'etherscan' | 'blockscout'
const kinds = ['etherscan', 'blockscout'] as const
const opened = (kind: Kind, url: string, http: SourceHttp, windowRows?: number): HistorySource => {
  const options = {
    network: 'ETH',
    http,
    key: 'K3Y',
    ...(windowRows !== undefined && { windowRows }),
  } as const
  if (kind === 'etherscan') return openEtherscan({ ...options, url: `${url}/v2/api` })
  return openBlockscout({ ...options, url: `${url}/api` })
}

async function withServer<T>(
  kind: Kind,
  settings: {
    transactions: readonly EvmTransaction[]
    mostRows?: number
    blockHash?: (block: number) => string
  },
  use: (server: Awaited<ReturnType<typeof startExplorer>>, chain: EvmChain) => Promise<T>,
) {
  const chain: EvmChain = { head, transactions: settings.transactions }
  const server = await startExplorer(accountApi({ ...settings, chain, kind, key: 'K3Y' }))
  try {
    return await use(server, chain)
  } finally {
    await server.stop()
  }
}

test.each(kinds)('%s: returns exactly the transfers of any history, despite faults', async (kind) => {
  await fc.assert(
    fc.asyncProperty(
      evmHistories(contracts),
      fc.integer({ min: 1, max: 9 }),
      fc.array(fc.option(fc.constantFrom(...passingFaults), { nil: undefined, freq: 2 }), { maxLength: 15 }),
      async (transactions, windowRows, faults) => {
        await withServer(kind, { transactions }, async (server) => {
          server.faults.push(...faults)
          const { http } = createTestHttp()
          const transfers = await readHistory(opened(kind, server.url, http, windowRows), whole)
          const exact = { tokens: kind === 'blockscout' }
          expect(asLines(transfers)).toEqual(asLines(expectedOf('ETH', transactions, address, exact)))
        })
      },
    ),
    { numRuns: runs(60) },
  )
})

test.each(kinds)('%s: reads only the requested blocks', async (kind) => {
  const transactions = fc.sample(evmHistories(contracts), { seed: 3, numRuns: 30 }).flat()
  const unique = transactions.map((transaction, index) => ({
    ...transaction,
    hash: `0x2${index.toString(16).padStart(63, '0')}`,
  }))
  await withServer(kind, { transactions: unique }, async (server) => {
    const source = opened(kind, server.url, createTestHttp().http)
    const transfers = await readHistory(source, { address, from: 4, to: 7 })
    const within = unique.filter(({ block }) => block >= 4 && block <= 7)
    const exact = { tokens: kind === 'blockscout' }
    expect(asLines(transfers)).toEqual(asLines(expectedOf('ETH', within, address, exact)))
    expect(transfers.length).toBeGreaterThan(10)
    // One request for each list, because the whole range is in one window.
    expect(server.requests).toHaveLength(3)
  })
})

/** A history with one transaction in each block, from or to the address. */
const longHistory = (length: number): EvmTransaction[] =>
  Array.from({ length }, (_, index) => ({
    ...{ hash: `0x3${index.toString(16).padStart(63, '0')}`, block: index + 1, time: 1_600_000_000 },
    call: { from: address, to: evmAddress(1), value: 1n, fee: 0n, failed: false },
    ...{ internals: [], tokens: [] },
  }))

test.each([
  ['refuses more than 1,000 rows', 'refuse'],
  ['returns only 1,000 rows', 'reduce'],
])('reads everything if a plan %s per request', async (_, how) => {
  const transactions = longHistory(2_500)
  const chain = { head: { ...head, number: 3_000 }, transactions }
  const api = accountApi({ chain, kind: 'etherscan', mostRows: how === 'reduce' ? 1_000 : 10_000 })
  const server = await startExplorer({
    ...api,
    answer(request) {
      const isTooMuch = how === 'refuse' && Number(request.query.get('offset')) > 1_000
      const text = 'Result window is too large, the maximum for your plan is 1000'
      return isTooMuch ? { body: { status: '0', message: 'NOTOK', result: text } } : api.answer(request)
    },
  })
  const source = openEtherscan({ network: 'ETH', url: server.url, http: createTestHttp().http })
  const transfers = await readHistory(source, { address, from: 0, to: 2_600 })
  expect(transfers).toHaveLength(2_500)
  expect(server.requests.length).toBeLessThan(8)
  await server.stop()
})

test('requests fewer rows after a response that is too long', async () => {
  await withServer('etherscan', { transactions: longHistory(1_500) }, async (server) => {
    const { http } = createTestHttp({ largestBytes: 500_000 })
    const source = opened('etherscan', server.url, http)
    expect(await readHistory(source, { address, from: 0, to: 1_600 })).toHaveLength(1_500)
  })
})

test('reports blocks that were replaced between two requests', async () => {
  let salt = 'a'
  const blockHash = (block: number) => `0x${salt.repeat(60)}${String(block).padStart(4, '0')}`
  const [first] = longHistory(1)
  const tokens = [{ logIndex: 1, contract: contracts[0] ?? '', from: address, to: evmAddress(2), value: 5n }]
  const transactions = first === undefined ? [] : [{ ...first, tokens }]
  await withServer('etherscan', { transactions, blockHash }, async (server) => {
    const source = opened('etherscan', server.url, createTestHttp().http)
    const asking = {
      async beforeRequest() {
        if (server.requests.length === 2) salt = 'b'
      },
    }
    const reading = readHistory(source, whole, asking)
    await expect(reading).rejects.toMatchObject({ kind: 'changed', retryable: true })
  })
})

test('states that internal transfers are missing if Blockscout has not read them yet', async () => {
  const chain = { head, transactions: longHistory(1) }
  const api = accountApi({ chain, kind: 'blockscout' })
  const server = await startExplorer({
    ...api,
    answer(request) {
      if (request.query.get('action') !== 'txlistinternal') return api.answer(request)
      const message = 'Some internal transactions within this block range have not yet been processed'
      return { body: { status: '2', message, result: [] } }
    },
  })
  const source = opened('blockscout', server.url, createTestHttp().http)
  expect(source.lacks()).not.toContain('internal transfers')
  expect(await readHistory(source, whole)).toHaveLength(1)
  expect(source.lacks()).toContain('internal transfers')
  await server.stop()
})

test.each([
  ['Invalid API Key (#err2)|', 'refused', false],
  ['Max daily rate limit reached. 100000 (100%) of 100000 day/limit', 'limited', true],
  ['Too many invalid api key attempts, please try again later', 'limited', true],
  ['Free API access is not supported for this chain. Please upgrade your api plan', 'refused', false],
  ['Unexpected error, timeout or server too busy. Please try again later', 'unavailable', true],
  ['Result window is too large', 'narrow', false],
])('classifies "%s" in a response with HTTP 200', async (result, kind, retryable) => {
  const body = { status: '0', message: 'NOTOK', result }
  const server = await startExplorer({ tooFast: { body }, answer: () => ({ body }) })
  const { http } = createTestHttp({ attempts: 2 })
  const reading = readHistory(opened('etherscan', server.url, http), { address, from: 1, to: 1 })
  await expect(reading).rejects.toMatchObject({ kind, retryable })
  await expect(reading).rejects.not.toThrow(/K3Y|abab/)
  await server.stop()
})

test.each(kinds)('%s: reports the newest block and the number of transactions', async (kind) => {
  await withServer(kind, { transactions: longHistory(12) }, async (server) => {
    const source = opened(kind, server.url, createTestHttp().http)
    expect(await source.head(freely)).toEqual({ block: 20, time: explorerTime })
    expect(await source.size(address, freely)).toBe(12)
  })
})

test('waits as long as the source requests, and fails if that is too long', async () => {
  await withServer('etherscan', { transactions: [] }, async (server) => {
    server.faults.push('paused')
    const { http, pauses } = createTestHttp()
    await opened('etherscan', server.url, http).head(freely)
    expect(pauses).toEqual([2_000])
    server.faults.push('paused')
    const impatient = createTestHttp({ longestDelayMs: 1_000 })
    const failing = opened('etherscan', server.url, impatient.http).head(freely)
    await expect(failing).rejects.toMatchObject({ kind: 'limited', retryAfterMs: 2_000, retryable: true })
  })
})
