import { afterEach, expect, test } from 'vitest'
import { openBlockbook } from '../../packages/kyt/src/sources/histories/blockbook/source.ts'
import { openBlockscout } from '../../packages/kyt/src/sources/histories/blockscout/source.ts'
import { openEsplora } from '../../packages/kyt/src/sources/histories/esplora/source.ts'
import { openEtherscan } from '../../packages/kyt/src/sources/histories/etherscan/source.ts'
import { openEvmNode } from '../../packages/kyt/src/sources/histories/evm-node/source.ts'
import type { HistorySource } from '../../packages/kyt/src/sources/histories/history-source.ts'
import type { SourceHttp } from '../../packages/kyt/src/sources/histories/source-http.ts'
import { openTrongrid } from '../../packages/kyt/src/sources/histories/trongrid/source.ts'
import {
  atMost,
  createTestHttp,
  explorerTime,
  freely,
  readHistory,
} from '../support/explorers/read-history.ts'
import { type Explorer, type ExplorerRequest, startExplorer } from '../support/explorers/start-explorer.ts'

const evmAddress = `0x${'ab'.repeat(20)}`
const otherEvm = `0x${'cd'.repeat(20)}`
const btcAddress = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'
const tronAddress = 'TJmmqjb1DK9TTZbQXzRQ2AuA94z4gKAPFh'
const otherTron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const usdt = '0xdac17f958d2ee523a2206206994597c13d831ec7'
const key = 'SECRETKEY12345678901234'

type Open = (url: string, http: SourceHttp) => HistorySource
const readers: Record<string, { open: Open; address: string }> = {
  etherscan: {
    open: (url, http) => openEtherscan({ network: 'ETH', url, http, key, windowRows: 10 }),
    address: evmAddress,
  },
  blockscout: {
    open: (url, http) => openBlockscout({ network: 'ETH', url, http, key, windowRows: 10 }),
    address: evmAddress,
  },
  'evm-node': { open: (url, http) => openEvmNode({ network: 'ETH', url, http }), address: evmAddress },
  esplora: { open: (url, http) => openEsplora({ network: 'BTC', url, http }), address: btcAddress },
  blockbook: {
    open: (url, http) => openBlockbook({ network: 'BTC', url, http, key, pageRows: 10 }),
    address: btcAddress,
  },
  trongrid: { open: (url, http) => openTrongrid({ url, http, key, pageRows: 10 }), address: tronAddress },
}
const kinds = Object.keys(readers)

const running: Explorer[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()))
})

async function serve(body: (request: ExplorerRequest, count: number) => unknown): Promise<Explorer> {
  let count = 0
  const server = await startExplorer({
    tooFast: { body: '' },
    answer: (request) => ({ body: body(request, count++) }),
  })
  running.push(server)
  return server
}

async function read(kind: string, url: string, requests = 60, http = createTestHttp({ attempts: 2 }).http) {
  const reader = readers[kind]
  if (reader === undefined) throw new Error(kind)
  const asking = atMost(requests)
  const outcome = await readHistory(
    reader.open(url, http),
    { address: reader.address, from: 1, to: 1_000_000 },
    asking,
  )
    .then((transfers) => ({ transfers, error: undefined }))
    .catch((error: Error & { kind?: string }) => ({ transfers: [], error }))
  return { ...outcome, used: asking.used() }
}

const hash = (number: number) => number.toString(16).padStart(64, '0')
const time = 1_600_000_000
const accountRow = (count: number, changes: object = {}) => ({
  ...{ blockNumber: String(count + 1), timeStamp: String(time), hash: `0x${hash(count)}`, blockHash: '' },
  ...{
    from: otherEvm,
    to: evmAddress,
    value: '7',
    gasPrice: '1',
    gasUsed: '1',
    isError: '0',
    contractAddress: usdt,
  },
  ...changes,
})
const esploraRow = (count: number, changes: object = {}) => ({
  txid: hash(count),
  vin: [{ is_coinbase: true, txid: hash(0), vout: 0 }],
  vout: [{ scriptpubkey: '51', scriptpubkey_address: btcAddress, value: 5 }],
  status: { confirmed: true, block_height: 900_000, block_hash: hash(900_000), block_time: time },
  ...changes,
})
const blockbookRow = (count: number, changes: object = {}) => ({
  ...{ txid: hash(count), blockHash: hash(900_000), blockHeight: 900_000, blockTime: time },
  vin: [{ n: 0, isAddress: false, coinbase: '00' }],
  vout: [{ n: 0, hex: '51', addresses: [btcAddress], isAddress: true, value: '5' }],
  ...changes,
})
const tronRow = (count: number, changes: object = {}) => ({
  ret: [{ contractRet: 'SUCCESS', fee: 1 }],
  ...{ txID: hash(count), blockNumber: count + 10, block_timestamp: 1000 * time + 3000 * count },
  raw_data: {
    contract: [
      {
        type: 'TransferContract',
        parameter: { value: { amount: 5, owner_address: otherTron, to_address: tronAddress } },
      },
    ],
  },
  ...changes,
})
const tronPage = (rows: object[], fingerprint?: string) => ({
  ...{ success: true, data: rows, meta: { at: 1, page_size: rows.length, fingerprint } },
})
const tens = (make: (index: number) => object) => Array.from({ length: 10 }, (_, index) => make(index))

/** Responses with full pages of new rows for every request. */
const endless: Record<string, (request: ExplorerRequest, count: number) => unknown> = {
  etherscan: ({ query }) => {
    const from = Number(query.get('startblock'))
    const rows = tens((index) => accountRow(from + index, { blockNumber: String(from + index) }))
    return { status: '1', message: 'OK', result: rows }
  },
  'evm-node': ({ body }) => {
    const calls = (Array.isArray(body) ? body : [body]) as {
      id: number
      method: string
      params: { toBlock: string }[]
    }[]
    const answers = calls.map(({ id, method, params }) => {
      if (method === 'eth_chainId') return { jsonrpc: '2.0', id, result: '0x1' }
      if (method === 'eth_getLogs' && Number(params[0]?.toBlock) > 2) {
        return { jsonrpc: '2.0', id, error: { code: -32000, message: 'block range is too large, at most 1' } }
      }
      return { jsonrpc: '2.0', id, result: [] }
    })
    return Array.isArray(body) ? answers : answers[0]
  },
  esplora: (_, count) => Array.from({ length: 25 }, (_, index) => esploraRow(25 * count + index)),
  blockbook: ({ query }, count) => {
    const to = Number(query.get('to'))
    const rows = tens((index) =>
      blockbookRow(10 * count + index, { blockHeight: to - index, blockHash: hash(to - index) }),
    )
    return { page: Number(query.get('page')), itemsOnPage: 10, transactions: rows }
  },
  trongrid: ({ query, path }, count) => {
    if (path.endsWith('/jsonrpc'))
      return { jsonrpc: '2.0', id: 0, result: { number: '0x1', timestamp: '0x1' } }
    const since = Number(query.get('min_timestamp')) + 3000
    const rows = tens((index) =>
      tronRow(10 * count + index, {
        block_timestamp: since + 3000 * index,
        blockNumber: 10 + (since + 3000 * index) / 1e6,
      }),
    )
    return tronPage(
      rows.map((row, index) => ({ ...row, blockNumber: 2 + 10 * count + index })),
      `f${count}`,
    )
  },
}
endless.blockscout = endless.etherscan ?? (() => ({}))

test.each(kinds)('%s: reading endless pages stops when the budget is used up', async (kind) => {
  const server = await serve(endless[kind] ?? (() => ({})))
  const { error, used } = await read(kind, server.url)
  expect(error).toBeInstanceOf(Error)
  expect(used).toBeLessThanOrEqual(60)
  expect(server.requests.length).toBeLessThanOrEqual(60)
})

/** Responses whose pages refer to themselves. */
const cycles: Record<string, (request: ExplorerRequest) => unknown> = {
  etherscan: ({ query }) => ({
    ...{ status: '1', message: 'OK' },
    result: tens((index) => accountRow(index, { blockNumber: query.get('startblock') })),
  }),
  esplora: () => Array.from({ length: 25 }, (_, index) => esploraRow(index)),
  trongrid: ({ path }) =>
    path.endsWith('/jsonrpc')
      ? { jsonrpc: '2.0', id: 0, result: { number: '0x1', timestamp: '0x1' } }
      : tronPage(
          tens((index) => tronRow(index, { blockNumber: 10, block_timestamp: 1000 * time })),
          'again',
        ),
}

test.each(Object.keys(cycles))('%s: pages that refer to themselves are detected', async (kind) => {
  const server = await serve(cycles[kind] ?? (() => ({})))
  const { error, used } = await read(kind, server.url, 3_000)
  expect(error?.kind).toMatch(/^(invalid|refused)$/)
  expect(used).toBeLessThan(1_100)
})

const notAmounts = [
  '-5',
  '1e30',
  '0x10',
  '5.5',
  '9'.repeat(90),
  ' 5',
  '',
  -5,
  5.5,
  1e300,
  null,
  {},
  [5],
  true,
]

test.each(['etherscan', 'esplora', 'blockbook', 'trongrid'])(
  '%s: invalid amounts are refused',
  async (kind) => {
    for (const value of notAmounts) {
      const server = await serve(({ path }) => {
        switch (kind) {
          case 'etherscan':
            return { status: '1', message: 'OK', result: [accountRow(5, { value })] }
          case 'esplora':
            return [
              esploraRow(1, { vout: [{ scriptpubkey: '51', scriptpubkey_address: btcAddress, value }] }),
            ]
          case 'blockbook': {
            const vout = [{ n: 0, hex: '51', addresses: [btcAddress], isAddress: true, value }]
            return { page: 1, itemsOnPage: 10, transactions: [blockbookRow(1, { vout })] }
          }
          default: {
            if (path.endsWith('/jsonrpc'))
              return { jsonrpc: '2.0', id: 0, result: { number: '0x1', timestamp: '0x1' } }
            const parameter = { value: { amount: value, owner_address: otherTron, to_address: tronAddress } }
            return tronPage([
              tronRow(1, { raw_data: { contract: [{ type: 'TransferContract', parameter }] } }),
            ])
          }
        }
      })
      const { error, transfers } = await read(kind, server.url)
      // An omitted value is zero in Blockbook's and TronGrid's format, and zero amounts are omitted.
      const isZero = value === null && (kind === 'blockbook' || kind === 'trongrid')
      if (isZero) expect(transfers.filter(({ fee }) => fee !== true)).toEqual([])
      else expect(error?.kind, `${kind} ${String(value)}`).toBe('invalid')
    }
  },
)

test('transfers of other addresses are dropped or refused', async () => {
  const foreign = { from: otherEvm, to: otherEvm }
  const account = await serve(() => ({ status: '1', message: 'OK', result: [accountRow(5, foreign)] }))
  expect((await read('etherscan', account.url)).transfers).toEqual([])
  const output = { scriptpubkey: '51', scriptpubkey_address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', value: 5 }
  const esplora = await serve(() => [
    esploraRow(1, { vout: [output], status: { ...esploraRow(1).status, block_height: 5 } }),
  ])
  expect((await read('esplora', esplora.url)).error?.kind).toBe('invalid')
  const elsewhere = { value: { amount: 5, owner_address: otherTron, to_address: otherTron } }
  const row = tronRow(1, { raw_data: { contract: [{ type: 'TransferContract', parameter: elsewhere }] } })
  const tron = await serve(({ path }) =>
    path.endsWith('/jsonrpc')
      ? { jsonrpc: '2.0', id: 0, result: { number: '0x1', timestamp: '0x1' } }
      : tronPage([row]),
  )
  expect((await read('trongrid', tron.url)).transfers).toEqual([])
})

test.each([
  ['a block after the requested ones', { blockNumber: '2000000' }],
  ['a block before the requested ones', { blockNumber: '0' }],
  ['a negative block', { blockNumber: '-1' }],
  ['a time in the future', { timeStamp: String(explorerTime + 86_400) }],
  ['no time', { timeStamp: '' }],
  ['a hash of another network', { hash: hash(5) }],
  ['an address of another network', { from: btcAddress }],
  ['an object in place of a hash', { hash: { toString: 'x' } }],
])('a row with %s is refused', async (_, changes) => {
  const server = await serve(() => ({ status: '1', message: 'OK', result: [accountRow(5, changes)] }))
  const { error } = await read('etherscan', server.url)
  expect(error?.kind).toBe('invalid')
})

test.each(kinds)('%s: redirects to internal hosts are not followed', async (kind) => {
  const internal = await serve(() => ({ secret: true }))
  const server = await startExplorer(
    { tooFast: { body: '' }, answer: () => ({ body: {} }) },
    {
      redirectTo: `${internal.url}/latest/meta-data`,
    },
  )
  running.push(server)
  server.faults.push(...Array.from({ length: 10 }, () => 'redirect' as const))
  const { error } = await read(kind, server.url, 5)
  expect(error).toBeInstanceOf(Error)
  expect(internal.requests).toEqual([])
})

test.each(kinds)('%s: an endless body is cut off', async (kind) => {
  const server = await startExplorer({ tooFast: { body: '' }, answer: () => ({ body: {} }) })
  running.push(server)
  server.faults.push(...Array.from({ length: 60 }, () => 'oversized' as const))
  const { http } = createTestHttp({ attempts: 2, largestBytes: 200_000 })
  const { error } = await read(kind, server.url, 60, http)
  expect(error).toBeInstanceOf(Error)
})

test.each(kinds)('%s: unexpected JSON is refused without a crash', async (kind) => {
  const bodies = ['null', '[]', '{}', '0', '""', '[null]', '[[]]', '{"result":{}}', '['.repeat(200_000)]
  bodies.push('{"__proto__":{"status":"1"},"status":"1","message":"OK","result":[{"__proto__":{}}]}')
  bodies.push('{"success":true,"data":[null],"meta":null}', '{"transactions":[null]}', '[{"status":null}]')
  for (const body of bodies) {
    const server = await serve(() => body)
    const { error, transfers } = await read(kind, server.url)
    expect(transfers).toEqual([])
    if (error !== undefined) expect(error.name, `${body.slice(0, 40)} ${error.stack}`).toBe('SourceError')
  }
})

test('keys, addresses and line breaks in the text of an error do not reach the message', async () => {
  const result = `Invalid key ${key} for ${evmAddress}\n[admin] granted`
  const server = await serve(() => ({ status: '0', message: 'NOTOK', result }))
  const { error } = await read('etherscan', server.url)
  expect(error?.message).toContain('Invalid key')
  for (const secret of [key, evmAddress, '\n']) expect(error?.message).not.toContain(secret)
  await expect(readers.etherscan?.open(server.url, createTestHttp().http).head(freely)).rejects.toThrow(
    'Invalid key',
  )
})
