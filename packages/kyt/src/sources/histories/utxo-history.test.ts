import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockbookApi } from '../../../../../test/support/explorers/blockbook-api.ts'
import { esploraApi } from '../../../../../test/support/explorers/esplora-api.ts'
import {
  asLines,
  createTestHttp,
  explorerTime,
  freely,
  readHistory,
} from '../../../../../test/support/explorers/read-history.ts'
import { passingFaults, startExplorer } from '../../../../../test/support/explorers/start-explorer.ts'
import {
  expectedUtxo,
  isListedFor,
  type UtxoListed,
  utxoAddress,
  utxoHistories,
} from '../../../../../test/support/explorers/utxo-history.ts'
import { runs } from '../../../../../test/support/test-all.ts'
import type { BitcoinNetwork } from '../../addresses/networks.ts'
import { openBlockbook } from './blockbook/source.ts'
import { openEsplora } from './esplora/source.ts'
import type { SourceHttp } from './source-http.ts'

const head = { number: 20, time: explorerTime }
const kinds = ['esplora', 'blockbook'] as const
type Kind = (typeof kinds)[number]

const opened = (kind: Kind, network: BitcoinNetwork, url: string, http: SourceHttp, pageRows = 1_000) =>
  kind === 'esplora'
    ? openEsplora({ network, url: `${url}/api`, http })
    : openBlockbook({ network, url, http, pageRows, key: 'K3Y' })

type Settings = {
  transactions: readonly UtxoListed[]
  pageRows?: number
  blockHash?: (block: number) => string
}

function started(kind: Kind, { transactions, pageRows, blockHash }: Settings) {
  const chain = { head, transactions }
  const rest = { ...(pageRows && { pageRows }), ...(blockHash && { blockHash }) }
  return startExplorer(kind === 'esplora' ? esploraApi({ chain, ...rest }) : blockbookApi({ chain, ...rest }))
}

test.each(
  kinds.flatMap((kind) => (['BTC', 'DOGE', 'BCH'] as const).map((network) => [kind, network] as const)),
)('%s, %s: returns exactly the transfers of any history, despite faults', async (kind, network) => {
  const address = utxoAddress(network, 0)
  await fc.assert(
    fc.asyncProperty(
      utxoHistories(network),
      fc.integer({ min: 1, max: 9 }),
      fc.array(fc.option(fc.constantFrom(...passingFaults), { nil: undefined, freq: 2 }), { maxLength: 12 }),
      async (transactions, rows, faults) => {
        const pageRows = kind === 'esplora' ? 10 : rows
        const server = await started(kind, { transactions, pageRows })
        server.faults.push(...faults)
        const source = opened(kind, network, server.url, createTestHttp().http, pageRows)
        const transfers = await readHistory(source, { address, from: 0, to: 15 })
        await server.stop()
        expect(asLines(transfers)).toEqual(asLines(expectedUtxo({ network, transactions, address })))
      },
    ),
    { numRuns: runs(30) },
  )
})

const address = utxoAddress('BTC', 0)
const sampled = () =>
  fc
    .sample(utxoHistories('BTC'), { seed: 5, numRuns: 12 })
    .flat()
    .sort((one, other) => one.block - other.block)
    .map((transaction, index) => {
      const number = index.toString(16).padStart(63, '0')
      const inputs = transaction.inputs.map((input) => ({ ...input, txid: `e${number}` }))
      return { ...transaction, txid: `d${number}`, inputs }
    })

test.each(kinds)('%s: reads only the requested blocks', async (kind) => {
  const transactions = sampled()
  const server = await started(kind, { transactions })
  const source = opened(kind, 'BTC', server.url, createTestHttp().http)
  const transfers = await readHistory(source, { address, from: 3, to: 6 })
  const within = transactions.filter(({ block }) => block >= 3 && block <= 6)
  expect(asLines(transfers)).toEqual(asLines(expectedUtxo({ network: 'BTC', transactions: within, address })))
  expect(within.filter(isListedFor(address)).length).toBeGreaterThan(25)
  await server.stop()
})

test.each(kinds)('%s: reports the newest block and the number of transactions', async (kind) => {
  const transactions = sampled()
  const server = await started(kind, { transactions })
  const source = opened(kind, 'BTC', server.url, createTestHttp().http)
  expect(await source.head(freely)).toEqual({ block: 20, time: explorerTime })
  expect(await source.size(address, freely)).toBe(transactions.filter(isListedFor(address)).length)
  await server.stop()
})

test.each(kinds)('%s: reports blocks that were replaced between two requests', async (kind) => {
  let salt = 'a'
  const blockHash = (block: number) => `${salt.repeat(60)}${String(block).padStart(4, '0')}`
  const [first] = sampled()
  const mined = { inputs: [], outputs: [{ script: '51', address, value: 7n }] }
  const transactions = Array.from({ length: 12 }, (_, index) => ({
    ...{ ...mined, block: 5, time: first?.time ?? 1 },
    txid: `f${index.toString(16).padStart(63, '0')}`,
  }))
  const server = await started(kind, { transactions, pageRows: 10, blockHash })
  const asking = {
    async beforeRequest() {
      if (server.requests.length === 1) salt = 'b'
    },
  }
  const source = opened(kind, 'BTC', server.url, createTestHttp().http, 10)
  const reading = readHistory(source, { address, from: 0, to: 15 }, asking)
  await expect(reading).rejects.toMatchObject({ kind: 'changed', retryable: true })
  await server.stop()
})

test('Esplora: notices that the last transaction of a page has been removed', async () => {
  const chain = { head, transactions: sampled() }
  const server = await startExplorer(esploraApi({ chain }))
  const asking = {
    async beforeRequest() {
      const cursor =
        server.requests.length === 1 ? chain.transactions.filter(isListedFor(address)).at(-25) : undefined
      if (cursor) chain.transactions = chain.transactions.filter((transaction) => transaction !== cursor)
    },
  }
  const source = opened('esplora', 'BTC', server.url, createTestHttp().http)
  await expect(readHistory(source, { address, from: 0, to: 15 }, asking)).rejects.toMatchObject({
    kind: 'changed',
  })
  await server.stop()
})

test('Esplora: ends after the last of several full pages', async () => {
  const transactions = sampled().filter(isListedFor(address)).slice(0, 50)
  const server = await started('esplora', { transactions })
  const source = opened('esplora', 'BTC', server.url, createTestHttp().http)
  const transfers = await readHistory(source, { address, from: 0, to: 15 })
  expect(new Set(transfers.map(({ tx }) => tx)).size).toBe(50)
  await server.stop()
})

test('Blockbook: requests fewer transactions after a response that is too long', async () => {
  const transactions = sampled().filter(isListedFor(address))
  const server = await started('blockbook', { transactions })
  const { http } = createTestHttp({ largestBytes: 100_000 })
  const transfers = await readHistory(opened('blockbook', 'BTC', server.url, http), {
    address,
    from: 0,
    to: 15,
  })
  expect(asLines(transfers)).toEqual(asLines(expectedUtxo({ network: 'BTC', transactions, address })))
  await server.stop()
})

test('Blockbook: sends the key only as a header', async () => {
  const server = await started('blockbook', { transactions: [] })
  await opened('blockbook', 'BTC', server.url, createTestHttp().http).head(freely)
  expect(server.requests.join()).not.toContain('K3Y')
  await server.stop()
})
