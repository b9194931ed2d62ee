import { encodeFunctionData, type Hex, numberToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { onOneEngine } from '../../../../test/support/engines.ts'
import { startTestNode, type TestNode } from '../../../../test/support/test-node.ts'
import { createTallyWorld, type TallyWorld } from './testing/create-tally-world.ts'
import type { RpcAnswer } from './testing/faulty-fetch.ts'
import { settleQueue } from './testing/settle-queue.ts'
import { tallyContract } from './testing/tally-contract.ts'
import type { TransactionQueue } from './transaction-queue.ts'

let node: TestNode
beforeAll(async () => {
  node = await startTestNode()
})
afterAll(() => node.stop())
beforeEach(() => node.rpc('evm_setAutomine', false))

const mine = (blocks = 1) => node.rpc('anvil_mine', numberToHex(blocks))
const pending = async () =>
  (await node.rpc<{ transactions: Hex[] }>('eth_getBlockByNumber', 'pending', false)).transactions
const drop = (hash: Hex) => node.rpc('anvil_dropTransaction', hash)

/** Steps the queue and mines blocks until no work is left. */
async function finish(world: TallyWorld, queue: TransactionQueue): Promise<void> {
  for (let round = 0; round < 40; round++) {
    const { final = 0, failed = 0, ...open } = await queue.counts()
    if (Object.keys(open).length === 0 && final + failed > 0) return
    world.clock.advance(61_000)
    await queue.step()
    await mine()
  }
  throw new Error(`not finished: ${JSON.stringify(await queue.list())}`)
}

/** Sends a transaction signed with the same key without recording it in the journal. */
async function sendForeign(world: TallyWorld, nonce: number, price = 50_000_000_000n): Promise<Hex> {
  const raw = await privateKeyToAccount(world.privateKey).signTransaction({
    chainId: 31337,
    nonce,
    to: world.signer.address,
    gas: 21_000n,
    maxFeePerGas: price,
    maxPriorityFeePerGas: price,
  })
  return await node.rpc('eth_sendRawTransaction', raw)
}

onOneEngine('server', 'Transaction journal with chain faults', (suite) => {
  const open = async (options: Parameters<TallyWorld['open']>[0] = {}) => {
    const world = await createTallyWorld({ node, database: suite.database })
    return { world, queue: await world.open(options) }
  }
  const name = (text: string) => `${text} ${suite.database.engine}`

  it('marks a job as final only when its block is final', async () => {
    const { world, queue } = await open({ finality: { blocks: 3 } })
    await queue.request(world.count(name('deep')))
    await queue.step()
    expect(await queue.find(name('deep'))).toMatchObject({ status: 'sent' })
    for (const status of ['included', 'included', 'included', 'final']) {
      await mine()
      await queue.step()
      expect(await queue.find(name('deep'))).toMatchObject({ status })
    }
  })

  it("assigns a new nonce to a job only after the foreign transaction that used the job's nonce is final", async () => {
    const { world, queue } = await open({ finality: { blocks: 2 } })
    await queue.request(world.count(name('replaced')))
    await queue.step()
    await sendForeign(world, 0)
    await mine()
    await queue.step()
    expect(await queue.find(name('replaced'))).toMatchObject({ status: 'sent', nonce: 0 })
    await mine(1)
    await queue.step()
    expect(await queue.find(name('replaced'))).toMatchObject({ status: 'sent', nonce: 0 })
    await mine(1)
    await queue.step()
    await queue.step()
    expect(await queue.find(name('replaced'))).toMatchObject({ status: 'sent', nonce: 1 })
    await finish(world, queue)
    expect((await queue.transactions(name('replaced'))).map(({ nonce }) => nonce)).toEqual([0, 1])
    expect(await world.total()).toBe(1)
  })

  it("keeps a job's nonce when the foreign transaction is dropped by a reorganisation before it is final", async () => {
    const { world, queue } = await open({ finality: { blocks: 3 } })
    await queue.request(world.count(name('fought')))
    await queue.step()
    const before = await node.rpc<Hex>('evm_snapshot')
    await sendForeign(world, 0)
    await mine()
    await queue.step()
    await node.rpc('evm_revert', before)
    await mine()
    await finish(world, queue)
    expect(await queue.find(name('fought'))).toMatchObject({ status: 'final', nonce: 0 })
    expect(await world.total()).toBe(1)
  })

  it('resends transactions that nodes dropped', async () => {
    const { world, queue } = await open()
    await queue.request(world.count(name('dropped')))
    await queue.step()
    const [transaction] = await queue.transactions(name('dropped'))
    await drop(transaction?.hash ?? '0x')
    await mine()
    await queue.step()
    expect(await pending()).toEqual([])
    world.clock.advance(60_000)
    await queue.step()
    expect(await pending()).toEqual([transaction?.hash])
    await mine()
    await queue.step()
    expect(await queue.find(name('dropped'))).toMatchObject({ status: 'final' })
    expect(await queue.transactions(name('dropped'))).toMatchObject([{ broadcasts: 2 }])
    expect(await world.total()).toBe(1)
  })

  it('returns a job to the status "sent" when its block is reorganised, and resends the same transaction', async () => {
    const { world, queue } = await open({ finality: { blocks: 4 } })
    await queue.request(world.count(name('undone')))
    await queue.step()
    await mine(2)
    await queue.step()
    const before = await queue.find(name('undone'))
    expect(before).toMatchObject({ status: 'included' })
    await node.rpc('anvil_reorg', 2, [])
    expect(await world.total()).toBe(0)
    await queue.step()
    expect(await queue.find(name('undone'))).toMatchObject({ status: 'signed' })
    await finish(world, queue)
    const after = await queue.find(name('undone'))
    expect(after?.receipt?.hash).toBe(before?.receipt?.hash)
    expect(after?.receipt?.blockHash).not.toBe(before?.receipt?.blockHash)
    expect(await world.total()).toBe(1)
  })

  it('detects a replaced block even if the new block contains the same transaction', async () => {
    const { world, queue } = await open({ finality: { blocks: 3 } })
    await queue.request(world.count(name('moved')))
    await queue.step()
    const before = await node.rpc<Hex>('evm_snapshot')
    const [transaction] = await queue.transactions(name('moved'))
    await mine()
    await queue.step()
    const first = await queue.find(name('moved'))
    await node.rpc('evm_revert', before)
    await node.rpc('evm_increaseTime', 5)
    await node.rpc('eth_sendRawTransaction', transaction?.raw).catch(() => {})
    await mine(4)
    await finish(world, queue)
    const job = await queue.find(name('moved'))
    expect(job).toMatchObject({ status: 'final' })
    expect(job?.receipt?.blockHash).not.toBe(first?.receipt?.blockHash)
    const canonical = await node.rpc<{ hash: Hex }>(
      'eth_getBlockByNumber',
      numberToHex(job?.receipt?.blockNumber ?? 0),
      false,
    )
    expect(job?.receipt?.blockHash).toBe(canonical.hash)
    expect(await world.total()).toBe(1)
  })

  it('resends transactions that a development chain lost, in nonce order', async () => {
    const { world, queue } = await open()
    const before = await node.rpc<Hex>('evm_snapshot')
    await queue.request({ key: name('made'), kind: 'deploy', to: null, data: tallyContract.bytecode })
    await finish(world, queue)
    const made = (await queue.find(name('made')))?.receipt?.contractAddress
    if (!made) throw new Error('no contract was created')
    const there = world.count(name('there'), { to: made })
    const { expectedLog: _, ...plain } = there
    await queue.request(plain)
    await finish(world, queue)
    // The nonce does not belong to any job, so the journal cannot resend its transaction.
    await sendForeign(world, 2)
    await mine()
    await queue.request(world.count(name('last')))
    await finish(world, queue)
    expect((await queue.find(name('last')))?.nonce).toBe(3)

    await node.rpc('evm_revert', before)
    const again = await world.open()
    expect(await again.counts()).toEqual({ signed: 3 })
    await again.request(world.count(name('new')))
    await finish(world, again)
    const jobs = await again.list()
    expect(jobs.map(({ kind, nonce, status }) => [kind, nonce, status])).toEqual([
      ['deploy', 0, 'final'],
      ['count', 1, 'final'],
      ['count', 3, 'final'],
      ['count', 4, 'final'],
      ['fill-gap', 2, 'final'],
    ])
    expect((await again.find(name('made')))?.receipt?.contractAddress).toBe(made)
    expect(await world.timesOf(name('last'))).toBe(1)
    expect(await world.timesOf(name('new'))).toBe(1)
    expect(await world.total()).toBe(2)
    const result = await node.rpc('eth_call', {
      to: made,
      data: encodeFunctionData({ abi: tallyContract.abi, functionName: 'total' }),
    })
    expect(Number(result)).toBe(1)
  })

  it('detects that the chain lost blocks while the queue is open', async () => {
    const { world, queue } = await open()
    const before = await node.rpc<Hex>('evm_snapshot')
    for (const each of ['a', 'b', 'c']) await queue.request(world.count(name(`forgotten ${each}`)))
    await finish(world, queue)
    await node.rpc('evm_revert', before)
    await queue.request(world.count(name('forgotten d')))
    await finish(world, queue)
    expect(await world.total()).toBe(4)
    expect((await queue.list()).map(({ nonce }) => nonce)).toEqual([0, 1, 2, 3])
  })

  it('raises the fee of a stuck transaction up to the limit', async () => {
    const limit = 40_000_000_000n
    const { world, queue } = await open({ policy: { maxFeePerGas: limit, stuckMs: 1000, stuckBlocks: 2 } })
    await queue.request(world.count(name('stuck')))
    await queue.step()
    const dear = async (gwei: number) => {
      await node.rpc('anvil_setNextBlockBaseFeePerGas', numberToHex(gwei * 1e9))
      await mine()
    }
    const prices = async () => (await queue.transactions(name('stuck'))).map(({ maxFee }) => maxFee)
    world.clock.advance(2000)
    await queue.step()
    // No block was mined, so no transaction counts as stuck, however much time has passed.
    expect(await prices()).toHaveLength(1)
    await dear(12)
    await dear(12)
    await queue.step()
    const [first = 0n, second = 0n, ...more] = await prices()
    expect(more).toEqual([])
    expect(second).toBeGreaterThanOrEqual((first * 1125n) / 1000n)
    const [one, two] = await queue.transactions(name('stuck'))
    expect(two?.maxTip).toBeGreaterThanOrEqual(((one?.maxTip ?? 0n) * 1125n) / 1000n)

    for (let round = 0; round < 6; round++) {
      await dear(60)
      world.clock.advance(2000)
      await queue.step()
    }
    expect((await prices()).every((price) => price <= limit)).toBe(true)
    expect(await queue.find(name('stuck'))).toMatchObject({ waiting: 'fee-limit', nonce: 0 })
    await node.rpc('anvil_setNextBlockBaseFeePerGas', numberToHex(1e9))
    await finish(world, queue)
    expect(await world.total()).toBe(1)
  })

  it('signs nothing while the fees exceed the limit', async () => {
    const { world, queue } = await open({ policy: { maxFeePerGas: 1n } })
    await queue.request(world.count(name('dear')))
    for (let round = 0; round < 2; round++) await queue.step()
    expect(await queue.find(name('dear'))).toMatchObject({ status: 'queued', waiting: 'fee-limit' })
    expect(await queue.transactions(name('dear'))).toEqual([])
    const patient = await world.open()
    await patient.step()
    await finish(world, patient)
    expect(await world.total()).toBe(1)
  })

  it('recognises that an older transaction with the same nonce was included in a block', async () => {
    const { world, queue } = await open({ policy: { stuckMs: 1000, stuckBlocks: 1 } })
    await queue.request(world.count(name('older')))
    await queue.step()
    const [older] = await queue.transactions(name('older'))
    await node.rpc('anvil_setNextBlockBaseFeePerGas', numberToHex(12e9))
    await mine()
    world.clock.advance(2000)
    await queue.step()
    await queue.step()
    const [, newer] = await queue.transactions(name('older'))
    expect(newer?.broadcasts).toBe(1)
    await drop(newer?.hash ?? '0x')
    await node.rpc('anvil_setNextBlockBaseFeePerGas', numberToHex(1e9))
    await mine()
    await node.rpc('eth_sendRawTransaction', older?.raw)
    await mine()
    await queue.step()
    expect((await queue.find(name('older')))?.receipt?.hash).toBe(older?.hash)
    expect(await world.total()).toBe(1)
  })

  it('reports that the signer has no funds, waits, and continues when funds arrive', async () => {
    const { world, queue } = await open()
    await node.rpc('anvil_setBalance', world.signer.address, '0x0')
    await queue.request(world.count(name('poor')))
    await queue.step()
    for (let round = 0; round < 3; round++) {
      await mine()
      world.clock.advance(100_000)
      await queue.step()
      expect(await queue.find(name('poor'))).toMatchObject({
        status: 'signed',
        waiting: 'insufficient-funds',
      })
    }
    await node.rpc('anvil_setBalance', world.signer.address, numberToHex(10n ** 18n))
    await finish(world, queue)
    expect(await queue.transactions(name('poor'))).toHaveLength(1)
    expect(await world.total()).toBe(1)
  })

  it.each([
    ['already known', true],
    ['nonce too low', true],
    ['nonce too low', false],
    ['replacement transaction underpriced', false],
    ['transaction underpriced', false],
    ['max fee per gas less than block base fee', false],
    ['a message that the queue does not recognise', false],
  ])('recovers from a node that responds "%s" (transaction accepted: %s)', async (message, taken) => {
    let times = 0
    const fault = async (question: { method: string }, ask: () => Promise<RpcAnswer>) => {
      if (question.method !== 'eth_sendRawTransaction' || ++times > 2) return await ask()
      if (taken) await ask()
      return { error: { code: -32000, message } }
    }
    const { world, queue } = await open({ faults: [fault] })
    const key = name(`${message} ${taken}`)
    await queue.request(world.count(key))
    await queue.step()
    await finish(world, queue)
    expect(await queue.find(key)).toMatchObject({ status: 'final', nonce: 0 })
    expect(await world.total()).toBe(1)
    expect(times).toBeGreaterThan(0)
  })

  it('is not affected by clock jumps', async () => {
    const { world, queue } = await open({ finality: { blocks: 1 } })
    const year = 365 * 24 * 3_600_000
    await queue.request(world.count(name('jump')))
    for (const jump of [year, -2 * year, 5 * year, -4 * year]) {
      world.clock.advance(jump)
      await queue.step()
    }
    expect(await queue.transactions(name('jump'))).toHaveLength(1)
    await finish(world, queue)
    expect(await queue.transactions(name('jump'))).toHaveLength(1)
    expect(await world.total()).toBe(1)
  })

  it('allows several workers to process the same jobs', async () => {
    await node.rpc('evm_setAutomine', true)
    const { world, queue } = await open()
    const workers = [queue, await world.open(), await world.open()]
    const names = Array.from({ length: 40 }, (_, index) => name(`shared ${index}`))
    await Promise.all(names.map((each, index) => workers[index % 3]?.request(world.count(each))))
    for (let round = 0; round < 4; round++) await Promise.all(workers.map((worker) => worker.step()))
    await settleQueue(queue)
    expect(await queue.counts()).toEqual({ final: 40 })
    const nonces = (await queue.list()).map(({ nonce }) => nonce ?? -1).sort((a, b) => a - b)
    expect(nonces).toEqual(names.map((_, index) => index))
    expect(await world.total()).toBe(40)
    for (const each of names) expect(await queue.transactions(each)).toHaveLength(1)
  })
})
