import type { LoadAnswer, LoadQuestion } from '../support/load.ts'
import { type PartReport, shown, target } from '../support/report.ts'
import { startRole } from '../support/start-role.ts'
import { kycResultCalls, statisticsCalls, tokenCalls, usersListCalls } from './calls.ts'
import type { MemoryUse } from './memory-probe.ts'
import type { World } from './seed-world.ts'
import { startTouchstone, type TouchstoneServer } from './touchstone-server.ts'
import { type Bench, stores } from './worlds.ts'

/** Allowed growth of the heap. Compiled code, caches and the collector's own data add a few percent. */
const tolerance = 0.1

type Seen = { store: string; before: MemoryUse; after: MemoryUse }

/**
 * Measures memory after a warm-up and again after many more calls of all kinds. Memory growth indicates a
 * leak.
 */
export async function measureMemory(bench: Bench): Promise<PartReport> {
  const { cleanup, sizes } = bench
  const load = startRole<LoadQuestion, LoadAnswer>(cleanup, new URL('../support/load.js', import.meta.url))
  const seen: Seen[] = []
  for (const store of stores) {
    const world = await bench.worlds.small(store)
    const server = await startTouchstone(cleanup, world, { memoryProbe: true })
    const drive = async (count: number, what: string) => {
      const question = { ...mixed(world), port: server.port, connections: sizes.connections, count }
      await load.ask(question, (done, total) => bench.progress(`${what} on ${store}`, done, total))
      return await useOf(server)
    }
    const before = await drive(sizes.warmupRequests, 'memory: warming up')
    const after = await drive(sizes.memoryRequests, 'memory: calls')
    await server.stop()
    seen.push({ store, before, after })
  }
  await load.stop()
  return report(seen, sizes)
}

/**
 * Out of every hundred calls, 60 are for statistics, 25 for tokens, 14 for KYC results, and one for a page of
 * users, which takes the longest.
 */
function mixed(world: World): Pick<LoadQuestion, 'requests' | 'answerStart'> {
  const results = kycResultCalls(world).requests
  const pages = usersListCalls(world).requests
  const [statistics = ''] = statisticsCalls(world).requests
  const [token = ''] = tokenCalls(world).requests
  const at = (list: readonly string[], index: number) => list[index % list.length] ?? ''
  const requests = Array.from({ length: 200 }, (_, turn) => [
    at(pages, turn),
    ...Array.from({ length: 14 }, (_, index) => at(results, turn * 14 + index)),
    ...Array<string>(25).fill(token),
    ...Array<string>(60).fill(statistics),
  ]).flat()
  return { requests, answerStart: '{"code":' }
}

function useOf({ process: child }: TouchstoneServer): Promise<MemoryUse> {
  return new Promise((resolve) => {
    child.once('message', (use) => resolve(use as MemoryUse))
    child.send('memory')
  })
}

function report(
  seen: readonly Seen[],
  sizes: { warmupRequests: number; memoryRequests: number },
): PartReport {
  const growth = (before: number, after: number) => (after - before) / before
  const row = ({ store, before, after }: Seen) =>
    (['heap', 'external', 'resident'] as const).map((kind) => [
      store,
      kind,
      shown.mebibytes(before[kind]),
      shown.mebibytes(after[kind]),
      shown.percent(growth(before[kind], after[kind])),
    ])
  return {
    tables: [
      {
        title: `Memory in MiB after garbage collection, after ${shown.count(sizes.warmupRequests)} calls and after ${shown.count(sizes.memoryRequests)} more`,
        head: ['store', 'kind', 'before', 'after', 'growth'],
        rows: seen.flatMap(row),
      },
    ],
    targets: seen.map(({ store, before, after }) =>
      target(
        `growth of the heap, ${store}`,
        growth(before.heap, after.heap),
        { atMost: tolerance },
        shown.percent,
      ),
    ),
    data: { seen },
  }
}
