import { systemClock } from '@touchstone/common'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nodeApi } from '../../../../../../test/support/explorers/node-api.ts'
import {
  asLines,
  createTestHttp,
  freely,
  readHistory,
} from '../../../../../../test/support/explorers/read-history.ts'
import { passingFaults, startExplorer } from '../../../../../../test/support/explorers/start-explorer.ts'
import { runs } from '../../../../../../test/support/test-all.ts'
import { startTestNode, type TestNode } from '../../../../../../test/support/test-node.ts'
import { findCoin } from '../../../coins/find-coin.ts'
import type { Transfer } from '../../../imports/transfer.ts'
import { createEvmSource } from '../../evm/evm-source.ts'
import { createJsonRpc } from '../../rpc/json-rpc.ts'
import { openEvmNode } from './source.ts'

/** Small EVM programs that use the call's value. `to` is the first word of the call data. */
const programs = {
  /** Sends the value to `to`. */
  forward: '0x6000600060006000346000355af100',
  /** Sends the value to `to`, then reverts. */
  undo: '0x6000600060006000346000355af160006000fd',
  /** Calls the address in the first word with the second word as data. Ignores a failed call. */
  call: '0x60206020600037600060006020600034600035 5af100',
  /** Logs an ERC-20 transfer with the given sender, recipient and amount. */
  token:
    '0x6040356000526020356000357fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60206000a300',
}
const usdt = findCoin('USDT-ERC20')?.contract ?? ''
const at = (name: keyof typeof programs) =>
  name === 'token'
    ? usdt
    : `0x${(0xc0de00 + Object.keys(programs).indexOf(name)).toString(16).padStart(40, '0')}`
const word = (text: string) => text.replace('0x', '').padStart(64, '0')
const person = (index: number) => `0x${'ab'.repeat(19)}${index.toString(16).padStart(2, '0')}`
const hex = (value: bigint) => `0x${value.toString(16)}`

let node: TestNode
let accounts: string[]
let all: Transfer[]
let head: number

async function send(from: number, to: string, value: bigint, data = '') {
  await node.rpc('eth_sendTransaction', {
    ...{ from: accounts[from], to, value: hex(value), data: `0x${data}`, gas: '0x7a120' },
  })
  await node.rpc('evm_mine')
}

beforeAll(async () => {
  node = await startTestNode({ automine: false })
  accounts = (await node.rpc<string[]>('eth_accounts')).map((account) => account.toLowerCase())
  for (const [name, code] of Object.entries(programs)) {
    await node.rpc('anvil_setCode', at(name as keyof typeof programs), code.replaceAll(' ', ''))
  }
  await send(0, person(1), 5n)
  await send(0, at('forward'), 1000n, word(person(1)))
  await send(1, at('forward'), 1000n, word(accounts[0] ?? ''))
  await send(1, at('undo'), 70n, word(accounts[0] ?? ''))
  await send(1, at('call'), 80n, word(at('undo')) + word(accounts[0] ?? ''))
  await send(1, at('call'), 90n, word(at('forward')) + word(accounts[0] ?? ''))
  await send(2, usdt, 0n, word(accounts[0] ?? '') + word(person(2)) + word('0x64'))
  await send(2, usdt, 0n, word(person(2)) + word(accounts[0] ?? '') + word('0x0a'))
  await send(2, usdt, 0n, word(`0x${'0'.repeat(40)}`) + word(accounts[0] ?? '') + word('0x0b'))
  await send(0, usdt, 0n, word(accounts[0] ?? '') + word(accounts[0] ?? '') + word('0x0c'))
  await send(3, person(3), 9n)
  head = Number(await node.rpc('eth_blockNumber'))
  // Reads whole blocks in the same way as a followed chain is read.
  const { http } = createTestHttp({ clock: systemClock })
  const rpc = createJsonRpc({
    ...{ endpoints: [node.url], wait: async () => {} },
    random: { bytes: (length) => Buffer.alloc(length) },
    fetch: http.limits.fetch,
  })
  const chain = createEvmSource({ network: 'ETH', rpc, tracing: 'trace' })
  all = []
  for (let block = 1; block <= head; block++) all.push(...(await chain.block(block)).transfers)
})
afterAll(async () => await node.stop())

const expectedOf = (address: string, tokensOnly = false) =>
  all.filter(({ from, to, coin }) => (from === address || to === address) && (!tokensOnly || coin !== 'ETH'))

const opened = (url: string, spanBlocks?: number) =>
  openEvmNode({
    ...{ network: 'ETH', url, http: createTestHttp({ clock: systemClock }).http, chainId: 31337 },
    ...(spanBlocks !== undefined && { spanBlocks }),
  })

test("returns the same transfers as the followed blocks, whatever the node's limits and despite faults", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 30 }),
      fc.boolean(),
      fc.array(fc.option(fc.constantFrom(...passingFaults), { nil: undefined, freq: 2 }), { maxLength: 8 }),
      async (mostBlocks, spanBlocks, batches, faults) => {
        const server = await startExplorer(nodeApi({ node, traces: true, mostBlocks, batches }))
        server.faults.push(...faults)
        const source = opened(server.url, spanBlocks)
        const address = accounts[0] ?? ''
        const transfers = await readHistory(source, { address, from: 0, to: head })
        await server.stop()
        expect(asLines(transfers)).toEqual(asLines(expectedOf(address)))
        expect(source.lacks()).not.toContain('transfers of the native coin')
      },
    ),
    { numRuns: runs(12) },
  )
  expect(expectedOf(accounts[0] ?? '').length).toBeGreaterThan(8)
})

test('without traces, returns only tokens and states that other transfers are missing', async () => {
  const server = await startExplorer(nodeApi({ node, traces: false, mostResults: 1 }))
  const source = opened(server.url)
  const address = accounts[0] ?? ''
  const transfers = await readHistory(source, { address, from: 0, to: head })
  expect(asLines(transfers)).toEqual(asLines(expectedOf(address, true)))
  expect(source.lacks()).toContain('transfers of the native coin')
  await server.stop()
})

test('finds coins that a contract sends to an address, and omits those that a failed call sends', async () => {
  const server = await startExplorer(nodeApi({ node, traces: true }))
  const transfers = await readHistory(opened(server.url), { address: person(1), from: 0, to: head })
  expect(transfers.map(({ amount }) => amount)).toEqual([5n, 1000n])
  await server.stop()
})

test('reports the newest block and the number of sent transactions', async () => {
  const server = await startExplorer(nodeApi({ node, traces: true }))
  const newest = await opened(server.url).head(freely)
  expect(newest.block).toBe(head)
  expect(await opened(server.url).size(accounts[2] ?? '', freely)).toBe(3)
  await server.stop()
})

test('reports a reorganization between two requests', async () => {
  const own = await startTestNode({ automine: false })
  const [sender = '', ...rest] = (await own.rpc<string[]>('eth_accounts')).map((text) => text.toLowerCase())
  await own.rpc('anvil_setCode', usdt, programs.token)
  const data = `0x${word(sender)}${word(rest[0] ?? '')}${word('0x64')}`
  await own.rpc('eth_sendTransaction', { from: sender, to: usdt, data, gas: '0x7a120' })
  await own.rpc('evm_mine')
  let isDone = false
  const onCall = async (method: string) => {
    if (method !== 'eth_getBlockByNumber' || isDone) return
    isDone = true
    await own.rpc('anvil_reorg', 1, [])
  }
  const server = await startExplorer(nodeApi({ node: own, traces: false, onCall }))
  const reading = readHistory(opened(server.url), { address: sender, from: 0, to: 1 })
  await expect(reading).rejects.toMatchObject({ retryable: true })
  await server.stop()
  await own.stop()
})

test('reads nothing from a node of another chain', async () => {
  const called: string[] = []
  const onCall = async (method: string) => void called.push(method)
  for (const batches of [true, false]) {
    const server = await startExplorer(nodeApi({ node, traces: true, batches, onCall }))
    const { http } = createTestHttp({ clock: systemClock })
    const source = () => openEvmNode({ network: 'POLYGON', url: server.url, http })
    const address = accounts[0] ?? ''
    const refused = {
      kind: 'chain',
      retryable: false,
      message: expect.stringContaining(
        'the node belongs to the chain with the id 31337, and POLYGON has the id 137',
      ),
    }
    await expect(source().head(freely)).rejects.toMatchObject(refused)
    called.length = 0
    await expect(source().size(address, freely)).rejects.toMatchObject(refused)
    await expect(readHistory(source(), { address, from: 0, to: head })).rejects.toMatchObject(refused)
    expect(called).toEqual(['eth_chainId', 'eth_chainId'])
    await server.stop()
  }
})
