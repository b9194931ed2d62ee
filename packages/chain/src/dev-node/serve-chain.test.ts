import { createPublicClient, type Hex, http, numberToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestNode, type TestNode } from '../../../../test/support/test-node.ts'

let node: TestNode
let fresh: Hex
beforeAll(async () => {
  node = await startTestNode()
  fresh = await node.rpc('evm_snapshot')
})
afterAll(() => node.stop())
beforeEach(async () => {
  await node.rpc('evm_revert', fresh)
  fresh = await node.rpc('evm_snapshot')
  await node.rpc('evm_setAutomine', true)
})

const post = async (body: string, init: RequestInit = {}) => {
  const headers = { 'content-type': 'application/json' }
  return await fetch(node.url, { method: 'POST', headers, body, ...init })
}
const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const signed = (nonce: number, maxFeePerGas = 10n ** 11n) =>
  account.signTransaction({
    chainId: 31337,
    nonce,
    to: account.address,
    gas: 21_000n,
    maxFeePerGas,
    maxPriorityFeePerGas: 0n,
  })
const send = async (nonce: number, fee?: bigint) =>
  await node.rpc<Hex>('eth_sendRawTransaction', await signed(nonce, fee))
const height = async () => Number(await node.rpc<Hex>('eth_blockNumber'))
const minedAt = async (hash: Hex) => {
  const receipt = await node.rpc<{ blockNumber: Hex } | null>('eth_getTransactionReceipt', hash)
  return receipt && Number(receipt.blockNumber)
}
const waiting = async () =>
  (await node.rpc<{ hash: Hex }[]>('eth_pendingTransactions')).map(({ hash }) => hash)

describe('JSON-RPC server', () => {
  test('returns request ids of any type unchanged', async () => {
    for (const id of [7, 'seven', null]) {
      const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_chainId' })
      expect(await (await post(body)).json()).toEqual({ jsonrpc: '2.0', id, result: '0x7a69' })
    }
  })

  test('answers a batch in order, including errors', async () => {
    const batch = [
      { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] },
      { jsonrpc: '2.0', id: 2, method: 'eth_nothing', params: [] },
      'nonsense',
      { jsonrpc: '2.0', id: 3, method: 'web3_clientVersion', params: [] },
    ]
    expect(await (await post(JSON.stringify(batch))).json()).toEqual([
      { jsonrpc: '2.0', id: 1, result: '0x7a69' },
      { jsonrpc: '2.0', id: 2, error: expect.objectContaining({ code: expect.any(Number) }) },
      { jsonrpc: '2.0', id: null, error: expect.objectContaining({ code: -32600 }) },
      { jsonrpc: '2.0', id: 3, result: 'touchstone-development-chain' },
    ])
  })

  test.each([
    ['{', -32700],
    ['[]', -32600],
    ['null', -32600],
    ['{"method":"eth_chainId","params":{}}', -32600],
  ])('refuses %s', async (body, code) => {
    expect(await (await post(body)).json()).toMatchObject({ id: null, error: { code } })
  })

  test('allows requests from any origin and rejects other HTTP methods', async () => {
    const preflight = await fetch(node.url, { method: 'OPTIONS' })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type')
    expect((await fetch(node.url)).status).toBe(405)
  })

  test('returns the revert data of a contract', async () => {
    // Stores 0xdeadbeef, then PUSH1 0 PUSH1 0 REVERT.
    const code = '0x63deadbeef60e01b60005260046000fd'
    await node.rpc('anvil_setCode', account.address, code)
    const client = createPublicClient({ transport: http(node.url) })
    await expect(client.call({ to: account.address })).rejects.toMatchObject({
      walk: expect.any(Function),
      message: expect.stringContaining('revert'),
    })
    const body = JSON.stringify({ id: 1, method: 'eth_call', params: [{ to: account.address }, 'latest'] })
    expect(JSON.stringify(await (await post(body)).json())).toContain('0xdeadbeef')
  })
})

describe('Mining', () => {
  beforeEach(() => node.rpc('anvil_setBalance', account.address, numberToHex(10n ** 20n)))

  test('mines a transaction before answering the request', async () => {
    const before = await height()
    expect(await minedAt(await send(0))).toBe(before + 1)
  })

  test('accepts nonces in any order and mines the waiting transactions when the gap is filled', async () => {
    const before = await height()
    const later = [await send(2), await send(1)]
    expect(await height()).toBe(before)
    const first = await send(0)
    expect(await Promise.all([first, ...later].map(minedAt))).toEqual([before + 1, before + 1, before + 1])
  })

  test('distributes transactions over several blocks if they do not fit into one block', async () => {
    // Each transaction uses its full gas limit of 14,000,000; a block's gas limit is 30,000,000.
    const greedy = `0x${'33'.repeat(20)}` as const
    await node.rpc('anvil_setCode', greedy, '0xfe')
    const raws = [2, 1, 0].map((nonce) =>
      account.signTransaction({
        chainId: 31337,
        nonce,
        to: greedy,
        gas: 14_000_000n,
        maxFeePerGas: 10n ** 11n,
        maxPriorityFeePerGas: 0n,
      }),
    )
    const before = await height()
    const hashes: Hex[] = []
    for (const raw of raws) hashes.unshift(await node.rpc<Hex>('eth_sendRawTransaction', await raw))
    expect(await Promise.all(hashes.map(minedAt))).toEqual([before + 1, before + 1, before + 2])
  })

  test('keeps a transaction pending while its fee is below the base fee, and mines it once the base fee has fallen', async () => {
    await node.rpc('anvil_setNextBlockBaseFeePerGas', numberToHex(50n * 10n ** 9n))
    const hash = await send(0, 20n * 10n ** 9n)
    expect(await minedAt(hash)).toBeNull()
    await node.rpc('anvil_setNextBlockBaseFeePerGas', numberToHex(10n ** 9n))
    await node.rpc('evm_mine')
    expect(await minedAt(hash)).toBe(await height())
  })

  test('mines no block while automatic mining is off', async () => {
    await node.rpc('evm_setAutomine', false)
    expect(await node.rpc('anvil_getAutomine')).toBe(false)
    const hash = await send(0)
    expect(await minedAt(hash)).toBeNull()
    const sync = JSON.stringify({ id: 1, method: 'eth_sendRawTransactionSync', params: [await signed(1)] })
    expect(await (await post(sync)).json()).toMatchObject({ error: { code: 4 } })
    await node.rpc('anvil_mine')
    expect(await minedAt(hash)).toBe(await height())
  })

  test('mines pending transactions when automatic mining is switched on', async () => {
    await node.rpc('evm_setAutomine', false)
    const hashes = [await send(0), await send(1)]
    await node.rpc('evm_setAutomine', true)
    expect(await Promise.all(hashes.map(minedAt))).toEqual([await height(), await height()])
    expect(await minedAt(await send(2))).toBe(await height())
  })

  test('mines each transaction exactly once when many senders submit in parallel', async () => {
    const before = await node.rpc<Hex>('eth_getTransactionCount', account.address, 'latest')
    const raws = await Promise.all(Array.from({ length: 40 }, (_, nonce) => signed(nonce)))
    const hashes = await Promise.all(raws.map((raw) => node.rpc<Hex>('eth_sendRawTransaction', raw)))
    expect(new Set(hashes).size).toBe(40)
    expect(Number(await node.rpc('eth_getTransactionCount', account.address, 'latest'))).toBe(
      Number(before) + 40,
    )
    expect(await waiting()).toEqual([])
  })
})

describe('Methods of other node implementations', () => {
  test('returns receipts and traces of a block', async () => {
    const [from, to] = await node.rpc<Hex[]>('eth_accounts')
    const receipt = await node.rpc<{ blockHash: Hex; blockNumber: Hex; transactionHash: Hex }>(
      'eth_sendTransactionSync',
      { from, to, value: '0x5' },
    )
    const { blockHash, blockNumber, transactionHash } = receipt
    expect(await node.rpc('eth_getBlockReceipts', blockNumber)).toEqual([receipt])
    expect(await node.rpc('eth_getBlockReceipts', blockHash)).toEqual([receipt])
    expect(await node.rpc('eth_getBlockReceipts', '0xffffff')).toBeNull()
    expect(await node.rpc('debug_traceBlockByHash', blockHash, { tracer: 'callTracer' })).toMatchObject([
      { txHash: transactionHash, result: { type: 'CALL', from, to, value: '0x5' } },
    ])
    expect(await node.rpc('trace_block', blockNumber)).toMatchObject([
      { type: 'call', action: { from, to, value: '0x5' } },
      { type: 'reward' },
    ])
  })
})

describe('Reorganisation', () => {
  beforeEach(() => node.rpc('anvil_setBalance', account.address, numberToHex(10n ** 20n)))

  test('replaces blocks with empty ones, drops the transactions in them and keeps pending transactions', async () => {
    const [first, second] = [await send(0), await send(1)]
    const hashes = async () => {
      const last = await height()
      const blocks = [last - 1, last].map((number) =>
        node.rpc<{ hash: Hex }>('eth_getBlockByNumber', numberToHex(number), false),
      )
      return (await Promise.all(blocks)).map(({ hash }) => hash)
    }
    const [before, blocksBefore] = [await height(), await hashes()]
    await node.rpc('evm_setAutomine', false)
    const third = await send(2)
    await node.rpc('anvil_reorg', 2, [])
    expect(await height()).toBe(before)
    for (const hash of await hashes()) expect(blocksBefore).not.toContain(hash)
    expect([await minedAt(first), await minedAt(second)]).toEqual([null, null])
    expect(await waiting()).toEqual([third])
    // The dropped transactions can be sent again, and are mined before the pending transaction.
    await send(1)
    await send(0)
    await node.rpc('evm_mine')
    expect(await Promise.all([first, second, third].map(minedAt))).toEqual([
      before + 1,
      before + 1,
      before + 1,
    ])
  })

  test('rejects a reorganisation deeper than the chain and leaves the chain unchanged', async () => {
    const before = await node.rpc('eth_getBlockByNumber', 'latest', false)
    await expect(node.rpc('anvil_reorg', 1000, [])).rejects.toThrow("1000 blocks can't be reorganised")
    expect(await node.rpc('eth_getBlockByNumber', 'latest', false)).toEqual(before)
  })
})
