import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onBothEngines } from '../../../../test/support/engines.ts'
import { startTestNode, type TestNode } from '../../../../test/support/test-node.ts'
import { createTallyWorld } from './testing/create-tally-world.ts'
import { settleQueue } from './testing/settle-queue.ts'
import { tallyContract } from './testing/tally-contract.ts'

let node: TestNode
beforeAll(async () => {
  node = await startTestNode()
})
afterAll(() => node.stop())

onBothEngines('Transaction journal', (suite) => {
  it('executes a request and stores its receipt', async () => {
    const world = await createTallyWorld({ node, database: suite.database })
    const queue = await world.open()
    const requested = await queue.request(world.count('one'))
    expect(requested.status).toBe('queued')
    await settleQueue(queue)
    const job = await queue.waitFor('one')
    expect(job).toMatchObject({ status: 'final', nonce: 0, kind: 'count', to: world.contract.toLowerCase() })
    expect(job.receipt).toMatchObject({ succeeded: true, witnesses: 1 })
    expect(job.receipt?.logs).toHaveLength(1)
    const [transaction, ...others] = await queue.transactions('one')
    expect(others).toEqual([])
    expect(transaction).toMatchObject({ hash: job.receipt?.hash, nonce: 0, broadcasts: 1 })
    const reported = await node.rpc<{ from: string; status: string }>(
      'eth_getTransactionReceipt',
      job.receipt?.hash,
    )
    expect(reported).toMatchObject({ from: world.signer.address.toLowerCase(), status: '0x1' })
    expect(await world.timesOf('one')).toBe(1)
  })

  it('treats a repeated request as the same job and rejects different content under the same key', async () => {
    const world = await createTallyWorld({ node, database: suite.database })
    const queue = await world.open()
    const first = await queue.request(world.count('twice'))
    await settleQueue(queue)
    const again = await queue.request(world.count('twice'))
    expect(again.id).toBe(first.id)
    expect(again.status).toBe('final')
    await expect(queue.request({ ...world.count('other'), key: 'twice' })).rejects.toMatchObject({
      code: 'chain.key-reused',
    })
    await settleQueue(queue)
    expect(await world.total()).toBe(1)
  })

  it("creates a contract at the address derived from the transaction's nonce", async () => {
    const world = await createTallyWorld({ node, database: suite.database })
    const queue = await world.open()
    await queue.request({ key: 'made', kind: 'deploy', to: null, data: tallyContract.bytecode })
    await settleQueue(queue)
    const job = await queue.waitFor('made')
    expect(job.receipt?.contractAddress).toBeDefined()
    expect(await queue.client.getCode({ address: job.receipt?.contractAddress ?? '0x' })).not.toBe(undefined)
  })

  it('runs many jobs in parallel, in nonce order', async () => {
    const world = await createTallyWorld({ node, database: suite.database })
    const queue = await world.open({ policy: { maxInFlight: 50 } })
    const names = Array.from({ length: 120 }, (_, index) => `many ${index}`)
    for (const name of names) await queue.request(world.count(name))
    await settleQueue(queue)
    expect(await queue.counts()).toEqual({ final: 120 })
    const jobs = await queue.list()
    expect(jobs.map(({ nonce }) => nonce)).toEqual(names.map((_, index) => index))
    expect(await world.total()).toBe(120)
  })

  it('wakes the run loop on a request and resolves waitFor', async () => {
    const world = await createTallyWorld({ node, database: suite.database })
    const queue = await world.open({ policy: { paceMs: 60_000 } })
    const stop = new AbortController()
    const running = queue.run(stop.signal)
    await queue.request(world.count('woken'))
    expect((await queue.waitFor('woken')).status).toBe('final')
    stop.abort()
    await running
  })

  it('fails a call that the contract rejects, records the reason without consuming a nonce, and retries the call on request', async () => {
    const world = await createTallyWorld({ node, database: suite.database })
    const queue = await world.open()
    const shut = { ...world.count('shut'), key: 'shut it', data: '0x' as const, expectedLog: undefined }
    const { encodeFunctionData } = await import('viem')
    const call = (value: boolean) =>
      encodeFunctionData({ abi: tallyContract.abi, functionName: 'setShut', args: [value] })
    const { expectedLog: _, ...plain } = shut
    await queue.request({ ...plain, data: call(true) })
    await settleQueue(queue)
    await queue.request(world.count('refused'))
    await settleQueue(queue)
    expect(await queue.find('refused')).toMatchObject({
      status: 'failed',
      reason: { code: 'chain.reverted', text: 'Shut' },
    })
    expect((await queue.find('refused'))?.nonce).toBeUndefined()
    await queue.request({ ...plain, key: 'open it', data: call(false) })
    await settleQueue(queue)
    await queue.retry('refused')
    await settleQueue(queue)
    expect(await queue.find('refused')).toMatchObject({ status: 'final', nonce: 2 })
    expect(await world.timesOf('refused')).toBe(1)
  })

  it('completes a job if the contract reports that the call was already executed', async () => {
    const world = await createTallyWorld({ node, database: suite.database })
    const queue = await world.open()
    const { encodeFunctionData, keccak256, stringToHex } = await import('viem')
    const id = keccak256(stringToHex('before'))
    const data = encodeFunctionData({ abi: tallyContract.abi, functionName: 'countOnce', args: [id] })
    await queue.request(world.count('before'))
    await settleQueue(queue)
    await queue.request(world.count('before', { key: 'again', data }))
    await settleQueue(queue)
    const job = await queue.find('again')
    expect(job).toMatchObject({ status: 'final' })
    expect(job?.nonce).toBeUndefined()
    // Once(id, 1)
    expect(job?.already?.slice(10)).toBe(`${id.slice(2)}${'1'.padStart(64, '0')}`)
    expect(await world.timesOf('before')).toBe(1)
  })
})

describe('Tally contract', () => {
  it('has the bytecode that its source compiles to', () => {
    const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
    const input = {
      language: 'Solidity',
      sources: { 'Tally.sol': { content: tallyContract.source } },
      settings: {
        evmVersion: 'paris',
        optimizer: { enabled: true, runs: 200 },
        metadata: { bytecodeHash: 'none', appendCBOR: false },
        outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
      },
    }
    const output = JSON.parse(solc.compile(JSON.stringify(input)))
    expect(`0x${output.contracts['Tally.sol'].Tally.evm.bytecode.object}`).toBe(tallyContract.bytecode)
  })
})
