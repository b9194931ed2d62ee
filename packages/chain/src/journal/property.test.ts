import type { Database } from '@touchstone/storage'
import fc from 'fast-check'
import { type Hex, numberToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFreshStore } from '../../../../test/support/engines.ts'
import { runs } from '../../../../test/support/test-all.ts'
import { startTestNode, type TestNode } from '../../../../test/support/test-node.ts'
import { createTallyWorld } from './testing/create-tally-world.ts'
import type { Fault, RpcQuestion } from './testing/faulty-fetch.ts'
import type { TransactionQueue } from './transaction-queue.ts'

let node: TestNode
let database: Database
beforeAll(async () => {
  node = await startTestNode({ automine: false })
  database = await openFreshStore()
})
afterAll(async () => {
  await database.close()
  await node.stop()
})

const messages = [
  'already known',
  'nonce too low',
  'replacement transaction underpriced',
  'transaction underpriced',
  'boom',
]

/** A random event, which is usually a fault. */
const happening = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ do: 'step' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('mine' as const), blocks: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'request' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'two steps at once' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'new process' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'drop' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'foreign' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('reorg' as const), depth: fc.integer({ min: 1, max: 2 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('dear' as const), gwei: fc.integer({ min: 1, max: 20 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('jump' as const), ms: fc.integer({ min: -1e9, max: 1e9 }) }),
  },
)

/** The node's faults and the request at which each fault occurs. */
const trouble = fc.record({
  at: fc.integer({ min: 1, max: 40 }),
  kind: fc.constantFrom('no answer', 'lost answer', 'refusal', 'dead'),
  message: fc.constantFrom(...messages),
})

describe('Random fault histories', () => {
  it('execute each job once and store its result correctly', async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: 5, maxLength: 25 }),
        fc.array(trouble, { maxLength: 6 }),
        async (happenings, troubles) => {
          run += 1
          // A block is final after two more blocks, so reorganisations of at most two blocks are possible.
          const tally = await createTallyWorld({
            node,
            database,
            policy: { stuckMs: 1000, stuckBlocks: 2, rebroadcastMs: 1000 },
          })
          // Start after this block, because the contract itself must not be reorganised.
          await node.rpc('anvil_mine', '0x5')
          let questions = 0
          let healthy = false
          let dead = 0
          let generation = 0
          const fault =
            (mine: number): Fault =>
            async (question: RpcQuestion, ask) => {
              if (healthy) return await ask()
              questions += 1
              if (mine <= dead) throw new Error('dead')
              const met = troubles.find(({ at }) => at === questions)
              if (met?.kind === 'dead') dead = mine
              if (met?.kind === 'no answer' || met?.kind === 'dead') throw new Error('no answer')
              const answer = await ask()
              if (met?.kind === 'lost answer') throw new Error('lost')
              if (met?.kind === 'refusal' && question.method === 'eth_sendRawTransaction') {
                return { error: { code: -32000, message: met.message } }
              }
              return answer
            }
          const open = () => tally.open({ faults: [fault(++generation)], finality: { blocks: 3 } })
          let queue: TransactionQueue = await open()
          const names: string[] = []
          const step = () => queue.step().catch(() => 0)
          for (const happened of happenings) {
            if (dead >= generation) queue = await open()
            if (happened.do === 'step') await step()
            if (happened.do === 'two steps at once') await Promise.all([step(), step()])
            if (happened.do === 'mine') await node.rpc('anvil_mine', numberToHex(happened.blocks))
            if (happened.do === 'new process') queue = await open()
            if (happened.do === 'jump') tally.clock.advance(happened.ms)
            if (happened.do === 'reorg') await node.rpc('anvil_reorg', happened.depth, [])
            if (happened.do === 'dear') {
              await node.rpc('anvil_setNextBlockBaseFeePerGas', numberToHex(happened.gwei * 1e9))
            }
            if (happened.do === 'drop') {
              const { transactions } = await node.rpc<{ transactions: Hex[] }>(
                'eth_getBlockByNumber',
                'pending',
                false,
              )
              for (const hash of transactions.slice(0, 1)) await node.rpc('anvil_dropTransaction', hash)
            }
            if (happened.do === 'foreign') await foreign(tally.privateKey)
            if (happened.do === 'request') {
              const name = `run ${run} job ${names.length}`
              names.push(name)
              await queue.request(tally.count(name))
            }
          }

          healthy = true
          await node.rpc('anvil_setNextBlockBaseFeePerGas', numberToHex(1e9))
          queue = await open()
          for (let round = 0; round < 80; round++) {
            const { final = 0 } = await queue.counts()
            const open = await queue.list()
            if (open.every(({ status }) => status === 'final') && final >= names.length) break
            tally.clock.advance(2000)
            await queue.step()
            await node.rpc('anvil_mine', '0x1')
          }
          for (const name of names) {
            const job = await queue.find(name)
            expect(
              job,
              JSON.stringify(job, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
            ).toMatchObject({
              status: 'final',
              receipt: { succeeded: true },
            })
            expect(await tally.timesOf(name)).toBe(1)
            // Of the transactions signed for a job, the chain contains only the one in the journal.
            const known: Hex[] = []
            for (const { hash } of await queue.transactions(name)) {
              if (await node.rpc('eth_getTransactionReceipt', hash)) known.push(hash)
            }
            expect(known).toEqual([job?.receipt?.hash])
          }
          expect(await tally.total()).toBe(names.length)
        },
      ),
      { numRuns: runs(5), seed: 20260131, endOnFailure: true },
    )
  })
})

/** Sends a foreign transaction signed with the same key, using the chain's next nonce. */
async function foreign(privateKey: Hex): Promise<void> {
  const account = privateKeyToAccount(privateKey)
  const nonce = Number(await node.rpc('eth_getTransactionCount', account.address, 'latest'))
  const price = 80_000_000_000n
  const raw = await account.signTransaction({
    chainId: 31337,
    nonce,
    to: account.address,
    gas: 21_000n,
    maxFeePerGas: price,
    maxPriorityFeePerGas: price,
  })
  await node.rpc('eth_sendRawTransaction', raw).catch(() => {})
}
