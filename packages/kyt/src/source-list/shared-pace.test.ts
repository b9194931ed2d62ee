import { createManualClock, createSeededRandom, createVault } from '@touchstone/common'
import { type Database, migrate, openServer } from '@touchstone/storage'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '../../../../test/support/engines.ts'
import { kytMigrations } from '../migrations/index.ts'
import type { HistorySource } from '../sources/histories/history-source.ts'
import { addSources } from './change-sources.ts'
import { createSourceList } from './source-list.ts'

// Several nodes, each with its own connections to one store, query one source. Time passes only while a node waits.

const asking = { beforeRequest: async () => {} }
const databases: Database[] = []
let clock: ReturnType<typeof createManualClock>
/** The requests that reached the source: the node and the time since the start. */
let sent: { node: number; at: number }[]
let respond: (node: number) => Response | Promise<Response>
let sleeping: { until: number; wake: () => void }[]

beforeAll(async () => {
  const url = await freshDatabase()
  for (let node = 0; node < 3; node++) databases.push(await openServer({ url }))
  for (const database of databases) await migrate({ database, migrations: kytMigrations })
})
afterAll(async () => {
  for (const database of databases) await database.close()
})

const start = Date.UTC(2026, 10, 15)
const wait = (milliseconds: number) =>
  new Promise<void>((wake) => {
    sleeping.push({ until: clock.now() + milliseconds, wake })
  })
/** Lets time pass until the next node wakes up. */
function passTime(): void {
  const next = sleeping.sort((one, other) => one.until - other.until).shift()
  if (next === undefined) return
  clock.advance(Math.max(0, next.until - clock.now()))
  next.wake()
}

async function openNodes(perSecond: number): Promise<HistorySource[]> {
  const vault = createVault('a master secret for tests, 32 characters and more')
  const contextOf = (database: Database) => ({ database, clock, vault, random: createSeededRandom('pace') })
  const [first] = databases
  if (first === undefined) throw new Error('no database')
  const url = 'https://eth.example'
  await addSources(contextOf(first), { kind: 'blockscout', networks: ['ETH'], url, perSecond })
  const sources = await Promise.all(
    databases.map(async (database, node) => {
      const list = createSourceList({
        ...contextOf(database),
        wait,
        fetch: async () => {
          sent.push({ node, at: clock.now() - start })
          return await respond(node)
        },
        open: ({ kind, network, http }) => ({
          ...{ kind, network, lacks: () => [], size: async () => undefined },
          head: async (given) =>
            await http.json({
              ...{ url: new URL(url), asking: given },
              read: () => ({ block: 1, time: clock.now() / 1000 }),
            }),
          async *read() {},
        }),
      })
      return await list.of('ETH')
    }),
  )
  return sources.flat()
}

beforeEach(async () => {
  clock = createManualClock(start)
  sent = []
  sleeping = []
  respond = () => new Response('{}')
  await databases[0]?.run('truncate kyt_source, kyt_source_pace')
})

test('a pause that the provider requests holds all nodes at once, even those that have a turn', async () => {
  const [first, ...others] = await openNodes(1)
  let refuse = (_: Response) => {}
  const refused = new Promise<Response>((resolve) => {
    refuse = resolve
  })
  respond = (node) => (node === 0 && sent.length === 1 ? refused : new Response('{}'))
  const asked = [first?.head(asking)]
  await expect.poll(() => sent).toEqual([{ node: 0, at: 0 }])
  // These requests get the turns after one and two seconds.
  asked.push(...others.map((node) => node.head(asking)))
  await expect.poll(() => sleeping.length).toBe(2)
  refuse(new Response('', { status: 429, headers: { 'retry-after': '10' } }))
  await expect.poll(() => sleeping.length).toBe(3)
  for (let steps = 0; sent.length < 4 && steps < 20; steps++) {
    passTime()
    await expect.poll(() => sleeping.length + sent.length).toBe(4)
  }
  await Promise.all(asked)
  expect(sent.slice(1).map(({ at }) => at)).toEqual([10_000, 11_000, 12_000])
})

test('nodes share the turns of a source', async () => {
  const nodes = await openNodes(2)
  const asked = [...nodes, ...nodes].map((node) => node.head(asking))
  for (let steps = 0; sent.length < 6 && steps < 20; steps++) {
    await expect.poll(() => sleeping.length + sent.length).toBe(6)
    passTime()
  }
  await Promise.all(asked)
  expect(sent.map(({ at }) => at)).toEqual([0, 500, 1000, 1500, 2000, 2500])
})
