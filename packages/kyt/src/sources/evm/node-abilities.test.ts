import { expect, test } from 'vitest'
import type { JsonRpc } from '../rpc/json-rpc.ts'
import { RpcError } from '../rpc/rpc-error.ts'
import { createEvmSource } from './evm-source.ts'

const hash = (digit: string) => `0x${digit.repeat(64)}`
const address = (digit: string) => `0x${digit.repeat(40)}`
const receipt = {
  transactionHash: hash('1'),
  blockHash: hash('f'),
  status: '0x1',
  gasUsed: '0x1',
  effectiveGasPrice: '0x0',
  logs: [],
}
const call = { type: 'CALL', from: address('a'), to: address('b'), value: '0x1' }
const flat = {
  type: 'call',
  action: { ...call, callType: 'call' },
  transactionHash: hash('1'),
  blockHash: hash('f'),
}
const answers = {
  eth_getBlockByNumber: {
    number: '0x5',
    hash: hash('f'),
    parentHash: hash('e'),
    timestamp: '0x1',
    transactions: [{ hash: hash('1'), from: address('a'), to: address('b'), value: '0x1' }],
  },
  eth_getBlockReceipts: [receipt],
  eth_getTransactionReceipt: receipt,
  debug_traceBlockByHash: [{ txHash: hash('1'), result: { ...call, calls: [call] } }],
  trace_block: [
    { ...flat, traceAddress: [] },
    { ...flat, traceAddress: [0] },
  ],
}

/** A node that supports only the given methods. */
function setUp(known: Partial<Record<keyof typeof answers, unknown>>) {
  const requested: string[] = []
  const respond = async (method: string) => {
    requested.push(method)
    const answer = known[method as keyof typeof answers]
    if (answer !== undefined) return answer
    throw new RpcError({ message: 'method not found', code: -32601, retryable: false })
  }
  const rpc: JsonRpc = {
    call: respond,
    batch: (calls) => Promise.all(calls.map(({ method }) => respond(method))),
  }
  return { source: createEvmSource({ network: 'ETH', rpc }), requested }
}

test('uses the tracing method that the node supports, and detects it only once', async () => {
  const { debug_traceBlockByHash: _, ...withoutDebug } = answers
  const { trace_block: __, ...withoutTraces } = withoutDebug
  for (const [known, method, count] of [
    [answers, 'debug', 2],
    [withoutDebug, 'trace', 2],
    [withoutTraces, 'none', 1],
  ] as const) {
    const { source, requested } = setUp(known)
    expect((await source.block(5)).transfers).toHaveLength(count)
    expect(source.tracing()).toBe(method)
    const before = requested.length
    await source.block(5)
    expect(requested.slice(before).filter((method) => /trace/.test(method))).toHaveLength(count - 1)
  }
})

test('requests receipts one by one if the node supports no other method', async () => {
  const { eth_getBlockReceipts: _, ...known } = answers
  const { source, requested } = setUp(known)
  await source.block(5)
  expect((await source.block(5)).transfers).toHaveLength(2)
  expect(requested.filter((method) => method === 'eth_getBlockReceipts')).toHaveLength(1)
  expect(requested.filter((method) => method === 'eth_getTransactionReceipt')).toHaveLength(2)
})

test('never combines parts from two different blocks', async () => {
  for (const parts of [
    { eth_getBlockReceipts: [{ ...receipt, blockHash: hash('0') }] },
    { eth_getBlockReceipts: null },
    { eth_getBlockReceipts: [] },
    { debug_traceBlockByHash: [] },
    { debug_traceBlockByHash: undefined, trace_block: [{ ...flat, traceAddress: [], blockHash: hash('0') }] },
    { debug_traceBlockByHash: undefined, trace_block: [] },
  ]) {
    await expect(setUp({ ...answers, ...parts }).source.block(5)).rejects.toMatchObject({ retryable: true })
  }
})

test("accepts the network's own transactions without a receipt or a trace", async () => {
  const block = answers.eth_getBlockByNumber
  const own = { hash: hash('2'), from: address('0'), to: address('0'), value: '0x0' }
  const mixed = { ...block, transactions: [...block.transactions, own] }
  const { source } = setUp({ ...answers, eth_getBlockByNumber: mixed })
  expect((await source.block(5)).transfers).toHaveLength(2)
})
