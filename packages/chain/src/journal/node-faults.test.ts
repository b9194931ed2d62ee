import { createManualClock, type Logger } from '@touchstone/common'
import type { Database } from '@touchstone/storage'
import { type Hex, keccak256, numberToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFreshStore } from '../../../../test/support/engines.ts'
import { startTestNode, type TestNode } from '../../../../test/support/test-node.ts'
import { openRpc } from '../rpc/open-rpc.ts'
import { createTallyWorld } from './testing/create-tally-world.ts'
import type { Fault, RpcAnswer } from './testing/faulty-fetch.ts'
import { settleQueue } from './testing/settle-queue.ts'

let node: TestNode
let database: Database
beforeAll(async () => {
  node = await startTestNode()
  database = await openFreshStore()
})
afterAll(async () => {
  await database.close()
  await node.stop()
})

const down: Fault = async () => {
  throw new Error('connection refused')
}
/** Changes the nodes' responses to one method. */
const lying =
  (method: string, change: (result: never, params: unknown[]) => unknown): Fault =>
  async (question, ask) => {
    const answer = await ask()
    if (question.method !== method || !('result' in answer)) return answer
    return { result: change(answer.result as never, question.params) }
  }
const mine = () => node.rpc('anvil_mine', '0x1')

describe('Untrustworthy nodes', () => {
  const world = () => createTallyWorld({ node, database })

  it('uses the next node when the first one is down', async () => {
    const tally = await world()
    const queue = await tally.open({ faults: [down, undefined, undefined] })
    await queue.request(tally.count('one down'))
    await settleQueue(queue)
    expect(await queue.find('one down')).toMatchObject({ status: 'final', receipt: { witnesses: 2 } })
  })

  it('opens without a node, stores requests and executes them when a node is available again', async () => {
    const tally = await world()
    let up = false
    const queue = await tally.open({ faults: [async (_, ask) => (up ? await ask() : await down(_, ask))] })
    await queue.request(tally.count('none'))
    await expect(queue.step()).rejects.toThrow('no node for chain 31337 answers')
    expect(await queue.find('none')).toMatchObject({ status: 'queued' })
    up = true
    await settleQueue(queue)
    expect(await queue.find('none')).toMatchObject({ status: 'final' })
    expect(await tally.total()).toBe(1)
  })

  it('waits for a second node if two are configured', async () => {
    const tally = await world()
    let up = true
    const queue = await tally.open({
      faults: [undefined, async (_, ask) => (up ? await ask() : await down(_, ask))],
    })
    up = false
    await queue.request(tally.count('second'))
    await queue.step()
    expect((await queue.find('second'))?.status).not.toBe('final')
    up = true
    tally.clock.advance(120_000)
    await settleQueue(queue)
    expect(await queue.find('second')).toMatchObject({ status: 'final', receipt: { witnesses: 2 } })
    expect(await tally.total()).toBe(1)
  })

  it.each<[string, Fault]>([
    ['on another chain', lying('eth_chainId', () => '0x1')],
    ['that returns a wrong transaction hash', lying('eth_sendRawTransaction', () => keccak256('0x00'))],
    [
      'that returns receipts of another transaction',
      lying(
        'eth_getTransactionReceipt',
        (receipt: object | null) => receipt && { ...receipt, transactionHash: keccak256('0x01') },
      ),
    ],
    [
      'that returns receipts with a wrong sender',
      lying(
        'eth_getTransactionReceipt',
        (receipt: object | null) => receipt && { ...receipt, from: `0x${'11'.repeat(20)}` },
      ),
    ],
    [
      'that returns receipts without the expected log',
      lying('eth_getTransactionReceipt', (receipt: object | null) => receipt && { ...receipt, logs: [] }),
    ],
    [
      'that returns receipts from a nonexistent block',
      lying(
        'eth_getTransactionReceipt',
        (receipt: { logs: object[] } | null) =>
          receipt && {
            ...receipt,
            blockHash: keccak256('0x02'),
            logs: receipt.logs.map((log) => ({ ...log, blockHash: keccak256('0x02') })),
          },
      ),
    ],
    [
      'that reports all transactions as failed',
      lying(
        'eth_getTransactionReceipt',
        (receipt: object | null) => receipt && { ...receipt, status: '0x0', logs: [] },
      ),
    ],
    ['that returns invalid gas estimates', lying('eth_estimateGas', () => 'plenty')],
    ['that returns invalid blocks', lying('eth_getBlockByNumber', () => ({ number: 'last' }))],
    ['that returns invalid receipts', lying('eth_getTransactionReceipt', () => ({ transactionHash: 7 }))],
    ['that returns no receipts', lying('eth_getTransactionReceipt', () => null)],
    ['that reports nonces as used', lying('eth_getTransactionCount', () => '0x64')],
  ])('is not misled by a node %s if two other nodes are correct', async (what, fault) => {
    const tally = await world()
    const queue = await tally.open({ faults: [fault, undefined, undefined] })
    const names = [`${what} 1`, `${what} 2`]
    for (const name of names) await queue.request(tally.count(name))
    for (let round = 0; round < 6; round++) {
      await queue.step()
      tally.clock.advance(61_000)
    }
    await settleQueue(queue)
    for (const name of names) {
      expect(await queue.find(name)).toMatchObject({
        status: 'final',
        receipt: { witnesses: 2, succeeded: true },
      })
      expect(await tally.timesOf(name)).toBe(1)
    }
    expect((await queue.list()).map(({ nonce }) => nonce)).toEqual([0, 1])
  })

  it('does not fail a job if only one of several nodes reports a revert', async () => {
    const tally = await world()
    const refusing: Fault = async ({ method }, ask) =>
      method === 'eth_estimateGas' || method === 'eth_call'
        ? { error: { code: 3, message: 'execution reverted', data: '0x' } }
        : await ask()
    const queue = await tally.open({ faults: [refusing, undefined, undefined] })
    await queue.request(tally.count('not refused'))
    await settleQueue(queue)
    expect(await queue.find('not refused')).toMatchObject({ status: 'final' })
  })

  it('recovers if the only node returned a receipt from a block that is not part of the chain', async () => {
    const tally = await world()
    let lie = true
    const fault: Fault = async (question, ask) => {
      const answer = await ask()
      const receipt = 'result' in answer ? (answer.result as { blockHash: Hex; logs: object[] } | null) : null
      if (!lie || question.method !== 'eth_getTransactionReceipt' || !receipt) return answer
      const blockHash = keccak256('0x03')
      return { result: { ...receipt, blockHash, logs: receipt.logs.map((log) => ({ ...log, blockHash })) } }
    }
    const queue = await tally.open({ faults: [fault] })
    await queue.request(tally.count('ghost'))
    await queue.step()
    expect((await queue.find('ghost'))?.status).not.toBe('final')
    lie = false
    await settleQueue(queue)
    expect(await queue.find('ghost')).toMatchObject({ status: 'final', nonce: 0 })
    expect(await tally.total()).toBe(1)
  })

  it('leaves no gap in the nonces if one of several nodes reports a nonce that is too high', async () => {
    const tally = await world()
    let lie = true
    const fault: Fault = async (question, ask) => {
      const answer = await ask()
      return lie && question.method === 'eth_getTransactionCount' ? { result: '0x3' } : answer
    }
    const queue = await tally.open({ faults: [fault] })
    await queue.request(tally.count('far'))
    await queue.step()
    lie = false
    for (let round = 0; round < 6; round++) {
      await queue.step()
      await mine()
      tally.clock.advance(61_000)
    }
    expect(await queue.counts()).toEqual({ final: 4 })
    expect(await tally.total()).toBe(1)
  })

  it('uses legacy fees if blocks have no base fee', async () => {
    const tally = await world()
    const old: Fault = async (question, ask) => {
      const answer = await ask()
      if (question.method === 'eth_getBlockByNumber' && 'result' in answer && answer.result) {
        const { baseFeePerGas: _, ...rest } = answer.result as { baseFeePerGas?: Hex }
        return { result: rest }
      }
      if (question.method === 'eth_maxPriorityFeePerGas') throw new Error('unexpected request')
      return answer as RpcAnswer
    }
    const queue = await tally.open({ faults: [old] })
    await queue.request(tally.count('legacy'))
    await settleQueue(queue)
    const job = await queue.find('legacy')
    expect(job).toMatchObject({ status: 'final' })
    const sent = await node.rpc<{ type: Hex }>('eth_getTransactionByHash', job?.receipt?.hash)
    expect(sent.type).toBe('0x0')
  })

  it('determines finality from the tag if the node supports it, and otherwise from the number of blocks', async () => {
    const tally = await world()
    let final = 0
    let known = true
    const tagged: Fault = async (question, ask) => {
      if (question.method !== 'eth_getBlockByNumber' || question.params[0] !== 'finalized') return await ask()
      if (!known) return { error: { code: -32602, message: 'invalid block tag' } }
      const block = await node.rpc('eth_getBlockByNumber', numberToHex(final), false)
      return { result: block }
    }
    const queue = await tally.open({ faults: [tagged], finality: { tag: 'finalized', blocks: 2 } })
    const included = async (key: string) => {
      for (let look = 0; look < 500 && (await queue.find(key))?.status !== 'included'; look++)
        await queue.step()
    }
    await queue.request(tally.count('tagged'))
    await included('tagged')
    const job = await queue.find('tagged')
    expect(job?.status).toBe('included')
    final = job?.receipt?.blockNumber ?? 0
    await queue.step()
    expect((await queue.find('tagged'))?.status).toBe('final')

    known = false
    await queue.request(tally.count('deep'))
    await included('deep')
    expect((await queue.find('deep'))?.status).toBe('included')
    await mine()
    await mine()
    await queue.step()
    expect((await queue.find('deep'))?.status).toBe('final')
  })
})

describe('RPC client with several nodes', () => {
  it('exposes only the number and host of a node, never its URL', async () => {
    const lines: string[] = []
    const write = (fields: object, message: string) => void lines.push(`${JSON.stringify(fields)} ${message}`)
    const logger: Logger = { debug: write, info: write, warn: write, error: write }
    const rpc = openRpc({
      chainId: 1,
      urls: [
        'https://user:hunter22@node.example/v3/secretsecret?key=alsosecret',
        'https://other.example/hushhush',
      ],
      clock: createManualClock(0),
      logger,
      fetch: async () => {
        throw new Error('https://node.example/v3/secretsecret is not there')
      },
    })
    const error = await rpc.request('eth_blockNumber').catch((thrown: Error) => thrown)
    const all = `${lines.join('\n')} ${error} ${(error as Error).stack}`
    expect(all).toContain('node 1 (node.example)')
    expect(all).not.toMatch(/secretsecret|alsosecret|hunter22|hushhush/)
  })

  it('skips a failed node for a while and then uses it again', async () => {
    const clock = createManualClock(0)
    const requested: string[] = []
    let broken = true
    const rpc = openRpc({
      chainId: 1,
      urls: ['https://first.example', 'https://second.example'],
      clock,
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      fetch: async (target, init) => {
        const { host } = new URL(String(target))
        const { method, id } = JSON.parse(String(init?.body)) as { method: string; id: number }
        if (method !== 'eth_chainId') requested.push(host)
        if (broken && host === 'first.example') throw new Error('down')
        return Response.json({ jsonrpc: '2.0', id, result: '0x1' })
      },
    })
    await rpc.request('eth_blockNumber')
    broken = false
    await rpc.request('eth_blockNumber')
    clock.advance(2000)
    await rpc.request('eth_blockNumber')
    expect(requested).toEqual(['second.example', 'second.example', 'first.example'])
  })
})
