import type { LoadAnswer, LoadQuestion } from '../support/load.ts'
import { median } from '../support/numbers.ts'
import { type PartReport, shown, type Target, target } from '../support/report.ts'
import { startRole } from '../support/start-role.ts'
import { usersListCalls } from './calls.ts'
import type { World } from './seed-world.ts'
import type { StoreAnswer, StoreQuestion } from './store-alone.ts'
import { startTouchstone } from './touchstone-server.ts'
import { type Bench, type StoreName, stores } from './worlds.ts'

type Times = { pages: number[]; statistics: number; selectOne: number; served: number[] }

/** Measures the user list and the statistics of two programs: one with few users and one with very many. */
export async function measureLargeProgram(bench: Bench): Promise<PartReport> {
  const { small, large } = bench.worlds
  // Fills both stores in parallel: PostgreSQL works in its own processes, the embedded store in the filling
  // process.
  await Promise.all(stores.map((store) => large(store)))
  const seen: { store: StoreName; world: World; times: Times }[] = []
  for (const store of stores) {
    for (const world of [await small(store), await large(store)]) {
      const lastPage = Math.ceil(world.users / 50)
      const pages = [1, Math.ceil(lastPage / 2), lastPage]
      bench.progress(`querying ${store} with ${shown.count(world.users)} users`)
      // Sequential, because only one process can open the embedded store.
      const times = await askStore(bench, world, pages)
      const served = await askServer(bench, world, pages)
      seen.push({ store, world, times: { ...times, served } })
    }
  }
  return {
    tables: [
      {
        title: `User list and statistics: p50 in ms, one call at a time`,
        head: ['store', 'users', 'what', 'first page', 'middle page', 'last page', 'statistics', 'select 1'],
        rows: seen.flatMap(({ store, world, times }) => [
          [
            store,
            shown.count(world.users),
            'query alone',
            ...[...times.pages, times.statistics, times.selectOne].map(shown.ms),
          ],
          [store, shown.count(world.users), 'whole call', ...times.served.map(shown.ms), '', ''],
        ]),
      },
    ],
    targets: seen.flatMap(({ store, world, times }) =>
      targetsOf(`${store}, ${shown.count(world.users)} users`, times),
    ),
    data: {
      seen: seen.map(({ store, world, times }) => ({
        store,
        users: world.users,
        days: world.days,
        ...times,
      })),
    },
  }
}

function targetsOf(where: string, times: Times): Target[] {
  const spread = (pages: readonly number[]) => Math.max(...pages) / Math.min(...pages)
  return [
    target(`user list, slowest page relative to fastest, whole call, ${where}`, spread(times.served), {
      atMost: 2,
    }),
    target(`user list, slowest page relative to fastest, query only, ${where}`, spread(times.pages), {
      atMost: 2,
    }),
    target(`statistics query relative to "select 1", ${where}`, times.statistics / times.selectOne, {
      atMost: 3,
    }),
  ]
}

async function askStore(bench: Bench, world: World, pages: readonly number[]) {
  const role = startRole<StoreQuestion, StoreAnswer>(
    bench.cleanup,
    new URL('./store-alone.js', import.meta.url),
  )
  const { times } = await role.ask({ world, measure: 'times', pages, repeats: bench.sizes.repeats })
  await role.stop()
  if (!times) throw new Error('the store returned no timings')
  return times
}

/** Returns the p50 of whole calls, measured in alternating batches. */
async function askServer(bench: Bench, world: World, pages: readonly number[]): Promise<number[]> {
  const { cleanup, sizes } = bench
  const server = await startTouchstone(cleanup, world)
  const load = startRole<LoadQuestion, LoadAnswer>(cleanup, new URL('../support/load.js', import.meta.url))
  const turns = 10
  const seen = pages.map((): number[] => [])
  for (let turn = -2; turn < turns; turn++) {
    for (const [index, page] of pages.entries()) {
      const { requests, answerStart } = usersListCalls(world, [page])
      const count = Math.ceil(sizes.repeats / turns)
      const { p50 } = await load.ask({ port: server.port, requests, answerStart, connections: 1, count })
      if (turn >= 0) seen[index]?.push(p50)
    }
  }
  await load.stop()
  await server.stop()
  return seen.map(median)
}
