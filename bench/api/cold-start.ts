import { median } from '../support/numbers.ts'
import { type PartReport, shown } from '../support/report.ts'
import { startTouchstone } from './touchstone-server.ts'
import { type Bench, stores } from './worlds.ts'

/** Measures how long the server takes from process start to its first "ready", on a store with data. */
export async function measureColdStart(bench: Bench): Promise<PartReport> {
  const seen: { store: string; users: number; ms: number[] }[] = []
  for (const store of stores) {
    const world = await bench.worlds.small(store)
    const ms: number[] = []
    for (let start = 0; start < bench.sizes.starts; start++) {
      bench.progress(`cold starts on ${store}`, start, bench.sizes.starts)
      const server = await startTouchstone(bench.cleanup, world)
      ms.push(server.readyAfterMs)
      await server.stop()
    }
    seen.push({ store, users: world.users, ms })
  }
  return {
    tables: [
      {
        title: 'From process start to "ready", with existing data',
        head: ['store', 'users', 'starts', 'median ms', 'fastest ms', 'slowest ms'],
        rows: seen.map(({ store, users, ms }) => [
          store,
          shown.count(users),
          String(ms.length),
          ...[median(ms), Math.min(...ms), Math.max(...ms)].map(shown.count),
        ]),
      },
    ],
    targets: [],
    data: { seen },
  }
}
