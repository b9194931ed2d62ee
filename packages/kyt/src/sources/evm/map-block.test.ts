import { expect, test } from 'vitest'
import { findCoin } from '../../coins/find-coin.ts'
import { mapBlock } from './map-block.ts'
import { depositPosition, feePosition, tracePosition } from './positions.ts'
import { readCallFrames, readFlatTraces } from './read-traces.ts'
import type { RpcBlock, RpcLog, RpcReceipt, RpcTransaction } from './rpc-block.ts'

const address = (digit: string) => `0x${digit.repeat(40)}`
const hash = (digit: string) => `0x${digit.repeat(64)}`
const topic = (digit: string) => `0x${'0'.repeat(24)}${digit.repeat(40)}`
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const transaction: RpcTransaction = { hash: hash('1'), from: address('A'), to: address('B'), value: '0x64' }
const receipt: RpcReceipt = {
  transactionHash: hash('1'),
  blockHash: hash('f'),
  status: '0x1',
  gasUsed: '0x2',
  effectiveGasPrice: '0x5',
  logs: [],
}
const log: RpcLog = {
  address: (findCoin('USDT-ERC20')?.contract ?? '').toUpperCase().replace('0X', '0x'),
  topics: [transferTopic, topic('c'), topic('d')],
  data: `0x${'0'.repeat(63)}7`,
  logIndex: '0x4',
}
function map(
  change: { transaction?: object; receipt?: object; block?: object; network?: 'ETH' | 'BASE' } = {},
  traces?: Parameters<typeof mapBlock>[0]['traces'],
) {
  const block: RpcBlock = {
    number: '0x10',
    hash: hash('f'),
    parentHash: hash('e'),
    timestamp: '0x64',
    transactions: [{ ...transaction, ...change.transaction }],
    ...change.block,
  }
  const receipts = [{ ...receipt, ...change.receipt }]
  return mapBlock({ network: change.network ?? 'ETH', block, receipts, traces })
}
const short = (mapped: ReturnType<typeof map>) =>
  mapped.transfers.map(({ coin, position, from, to, amount }) => [
    coin,
    position,
    from.slice(0, 3),
    to.slice(0, 3),
    amount,
  ])
const fee = (amount: bigint) => ['ETH', feePosition, '0xa', '', amount]
const value = ['ETH', 0, '0xa', '0xb', 100n]

test('maps value and fee', () => {
  const mapped = map()
  expect(mapped).toMatchObject({ number: 16, hash: hash('f'), parent: hash('e'), time: 100 })
  expect(mapped.transfers[0]).toEqual({
    coin: 'ETH',
    tx: hash('1'),
    position: feePosition,
    block: 16,
    time: 100,
    from: address('a'),
    to: '',
    amount: 10n,
    fee: true,
  })
  expect(short(mapped)).toEqual([fee(10n), value])
})

test('maps only the fee of failed transactions', () => {
  expect(short(map({ receipt: { status: '0x0' } }))).toEqual([fee(10n)])
})

test('uses the trace for receipts without a status', () => {
  const frame = { type: 'CALL', from: address('a'), to: address('b'), value: '0x64' }
  const failed = readCallFrames([{ txHash: hash('1'), result: { ...frame, error: 'out of gas' } }])
  const old = { receipt: { status: undefined } }
  expect(short(map(old))).toEqual([fee(10n), value])
  expect(short(map(old, failed))).toEqual([fee(10n)])
})

test('includes the cost of blobs and rollup data in the fee', () => {
  expect(short(map({ receipt: { blobGasUsed: '0x3', blobGasPrice: '0x7', l1Fee: '0x64' } }))).toEqual([
    fee(10n + 21n + 100n),
    value,
  ])
  expect(short(map({ receipt: { effectiveGasPrice: undefined }, transaction: { gasPrice: '0x6' } }))).toEqual(
    [fee(12n), value],
  )
})

test('assigns the value to a created contract', () => {
  const mapped = map({ transaction: { to: null }, receipt: { contractAddress: address('D') } })
  expect(short(mapped)).toEqual([fee(10n), ['ETH', 0, '0xa', '0xd', 100n]])
})

test('mints deposits from the parent chain, even if they fail', () => {
  const deposit = { mint: '0x64', type: '0x7e' }
  const change = { transaction: deposit, receipt: { effectiveGasPrice: '0x0', status: '0x0' } }
  const mapped = map({ ...change, network: 'BASE' })
  expect(mapped.transfers).toHaveLength(1)
  expect(mapped.transfers[0]).toMatchObject({
    position: depositPosition,
    from: '',
    to: address('a'),
    amount: 100n,
  })
})

test('maps token transfers of supported coins', () => {
  const logs = (change: object) => short(map({ receipt: { logs: [{ ...log, ...change }] } })).slice(2)
  expect(logs({})).toEqual([['USDT-ERC20', 5, '0xc', '0xd', 7n]])
  expect(logs({ topics: [transferTopic, topic('0'), topic('d')] })).toEqual([
    ['USDT-ERC20', 5, '', '0xd', 7n],
  ])
  expect(logs({ topics: [transferTopic, topic('c'), topic('0')] })).toEqual([
    ['USDT-ERC20', 5, '0xc', '', 7n],
  ])
  for (const other of [
    { topics: [transferTopic, topic('0'), topic('0')] },
    { topics: [transferTopic, topic('c'), topic('d'), topic('1')] },
    { topics: [transferTopic] },
    { topics: [] },
    { topics: [hash('9'), topic('c'), topic('d')] },
    { data: '0x' },
    { data: `0x${'0'.repeat(64)}` },
    { address: address('9') },
    { removed: true },
  ]) {
    expect(logs(other)).toEqual([])
  }
})

test('mints withdrawals from the beacon chain', () => {
  const withdrawals = [{ index: '0x20', address: address('C'), amount: '0x3' }]
  expect(map({ block: { withdrawals } }).transfers.at(-1)).toMatchObject({
    tx: hash('f'),
    position: 32,
    from: '',
    to: address('c'),
    amount: 3_000_000_000n,
  })
})

test('maps only internal transfers that moved coins and were not reverted', () => {
  const frame = (type: string, rest: object = {}) => ({
    type,
    from: address('b'),
    to: address('c'),
    value: '0x1',
    ...rest,
  })
  const result = frame('CALL', {
    calls: [
      frame('CALL', { calls: [frame('CREATE2', { value: '0x2' }), frame('STATICCALL')] }),
      frame('CALL', { error: 'execution reverted', calls: [frame('CALL')] }),
      frame('DELEGATECALL', { calls: [frame('SELFDESTRUCT', { value: '0x3' })] }),
      frame('CALLCODE'),
      frame('CALL', { value: '0x0' }),
    ],
  })
  const moves = short(map({}, readCallFrames([{ txHash: hash('1'), result }]))).slice(2)
  expect(moves).toEqual([
    ['ETH', tracePosition('0'), '0xb', '0xc', 1n],
    ['ETH', tracePosition('0,0'), '0xb', '0xc', 2n],
    ['ETH', tracePosition('2,0'), '0xb', '0xc', 3n],
  ])
  expect(short(map({ receipt: { status: '0x0' } }, readCallFrames([{ txHash: hash('1'), result }])))).toEqual(
    [fee(10n)],
  )

  const flat = (traceAddress: number[], type: string, action: object, rest: object = {}) => ({
    type,
    action: { from: address('b'), to: address('c'), value: '0x1', ...action },
    traceAddress,
    transactionHash: hash('1'),
    ...rest,
  })
  const traces = readFlatTraces([
    flat([], 'call', { callType: 'call' }),
    flat([0], 'call', { callType: 'call' }),
    flat([0, 0], 'create', { value: '0x2' }, { result: { address: address('c') } }),
    flat([0, 1], 'call', { callType: 'staticcall' }),
    flat([1], 'call', { callType: 'call' }, { error: 'Reverted' }),
    flat([1, 0], 'call', { callType: 'call' }),
    flat([1, 0, 0], 'call', { callType: 'call' }),
    flat([2], 'call', { callType: 'delegatecall' }),
    flat([2, 0], 'suicide', { address: address('b'), refundAddress: address('c'), balance: '0x3' }),
    flat([], 'reward', { author: address('d'), value: '0x9' }, { transactionHash: null }),
  ])
  const mapped = map({}, traces)
  expect(short(mapped).slice(2, -1)).toEqual(moves)
  expect(mapped.transfers.at(-1)).toMatchObject({ tx: hash('f'), position: 2 ** 50, from: '', amount: 9n })
})
