import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Database, openEmbedded, openServer } from '@touchstone/storage'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmbeddedStore, freshDatabase, onOneEngine } from '../../../../test/support/engines.ts'
import { testAll } from '../../../../test/support/test-all.ts'
import { startTestNode, type TestNode } from '../../../../test/support/test-node.ts'
import { createTallyWorld } from './testing/create-tally-world.ts'
import type { KillPoint, QueueTask } from './testing/queue-process.ts'
import { settleQueue } from './testing/settle-queue.ts'

let node: TestNode
beforeAll(async () => {
  node = await startTestNode()
})
afterAll(() => node.stop())

/**
 * Allows for stopping a queue about forty times and for starting processes, both of which are slow while
 * other tests run.
 */
const patience = 120_000

onOneEngine('server', 'Queue that stops', (suite) => {
  /** Makes every query and request fail from the given one onwards, as if the process had been killed. */
  function dyingAt(moment: number) {
    let now = 0
    const tick = () => {
      now += 1
      if (now > moment) throw new Error('dead')
    }
    const plugin = {
      transformQuery<Node>(args: { node: Node }): Node {
        tick()
        return args.node
      },
      transformResult: async <Result>(args: { result: Result }): Promise<Result> => args.result,
    }
    const database: Database = {
      ...suite.database,
      tables: <Tables>() => suite.database.tables<Tables>().withPlugin(plugin),
    }
    return {
      database,
      moments: () => now,
      fault: async <Answer>(_: unknown, ask: () => Promise<Answer>): Promise<Answer> => {
        tick()
        const answer = await ask()
        tick()
        return answer
      },
    }
  }

  it(
    'are completed by the next queue after an interruption at any query or request',
    async () => {
      const world = await createTallyWorld({ node, database: suite.database })
      const heir = await world.open()
      // The embedded store performs the operations in the same order but is slow to test.
      const stride = (suite.database.engine === 'embedded' ? 3 : 1) * (testAll ? 1 : 3)
      for (let moment = 0, alive = false; !alive; moment += stride) {
        const names = [`job ${moment}`]
        const { database, fault, moments } = dyingAt(moment)
        try {
          const mortal = await world.open({ faults: [fault], database })
          for (const name of names) await mortal.request(world.count(name))
          await mortal.step()
          alive = true
        } catch {
          // The simulated crash stopped the queue, as intended.
        }
        expect(moment).toBeLessThan(200)
        if (alive) expect(moments()).toBeGreaterThan(25)
        for (const name of names) await heir.request(world.count(name))
        await settleQueue(heir)
        for (const name of names) {
          expect(await heir.find(name), name).toMatchObject({ status: 'final' })
          expect(await world.timesOf(name)).toBe(1)
        }
      }
      const jobs = await heir.list({ limit: 10_000 })
      // Each nonce was used exactly once.
      expect(jobs.map(({ nonce }) => nonce ?? -1).sort((a, b) => a - b)).toEqual(
        jobs.map((_, index) => index),
      )
      expect(await world.total()).toBe(jobs.length)
    },
    patience,
  )
})

const places: readonly KillPoint[] = [
  { at: 'request', when: 'after', nth: 2 },
  // Reserved, not signed.
  { at: 'sign', when: 'before', nth: 1 },
  // Signed, not stored.
  { at: 'sign', when: 'after', nth: 4 },
  // Stored, not sent.
  { at: 'eth_sendRawTransaction', when: 'before', nth: 1 },
  // Some transactions were sent, but none is marked as sent.
  { at: 'eth_sendRawTransaction', when: 'after', nth: 3 },
  // The transaction was sent, but the receipt was not read.
  { at: 'eth_getTransactionReceipt', when: 'before', nth: 1 },
  // The receipt was read but not stored.
  { at: 'eth_getTransactionReceipt', when: 'after', nth: 4 },
]

describe('Killed process', () => {
  const stores: { name: string; points: readonly KillPoint[]; lay(): Promise<QueueTask['store']> }[] = [
    {
      name: 'server',
      points: testAll ? places : places.filter((_, index) => index % 2 === 1),
      lay: async () => ({ url: await freshDatabase() }),
    },
    {
      name: 'embedded',
      // Only one kill point is tested, because opening an embedded store is slow.
      points: places.filter(({ at, when }) => at === 'eth_sendRawTransaction' && when === 'after'),
      async lay() {
        const folder = mkdtempSync(join(tmpdir(), 'touchstone-chain-'))
        await createEmbeddedStore(join(folder, 'postgres'))
        return { folder: join(folder, 'postgres') }
      },
    },
  ]
  /** A separate database, used only for creating the contract and the key. */
  let elsewhere: Database
  beforeAll(async () => {
    elsewhere = await openServer({ url: await freshDatabase(), poolSize: 2 })
  })
  afterAll(() => elsewhere.close())
  const open = (store: QueueTask['store']) =>
    'url' in store ? openServer({ url: store.url, poolSize: 2 }) : openEmbedded(store)

  describe.each(stores)('on the $name store', ({ points, lay }) => {
    it.each(points)(
      'has its jobs completed by another process when it is killed $when $at ($nth)',
      async (kill) => {
        const store = await lay()
        const world = await createTallyWorld({ node, database: elsewhere })
        const jobs = ['a', 'b', 'c', 'd'].map((name) => world.count(name))
        const { privateKey } = world
        expect(await runLine({ store, node: node.url, privateKey, jobs, kill })).toBe('SIGKILL')

        const second = await open(store)
        const queue = await world.open({ database: second })
        for (const job of jobs) await queue.request(job)
        await settleQueue(queue)
        expect(await queue.counts()).toEqual({ final: 4 })
        expect((await queue.list()).map(({ nonce }) => nonce)).toEqual([0, 1, 2, 3])
        expect(await world.total()).toBe(4)
        for (const { key } of jobs) expect(await world.timesOf(key)).toBe(1)
        await second.close()
        if ('folder' in store) rmSync(join(store.folder, '..'), { recursive: true })
      },
      patience,
    )
  })
})

/** Runs the process and returns its exit code or the signal that ended it. */
async function runLine(task: QueueTask): Promise<string> {
  const file = fileURLToPath(new URL('../../dist/journal/testing/queue-process.js', import.meta.url))
  const child = spawn(process.execPath, [file, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  return await new Promise((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? `${code} ${errors}`))
  })
}
