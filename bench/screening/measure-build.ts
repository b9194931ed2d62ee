import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { buildIndex, screen } from '@touchstone/screening'
import { median } from '../support/numbers.ts'
import { type PartReport, shown } from '../support/report.ts'
import type { Bench } from './bench.ts'

/** Measures how long it takes to build an index, and how much memory the index uses after queries. */
export async function measureBuild({ lists, people, sizes, progress }: Bench): Promise<PartReport> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const held = async () => {
    // Collects twice, because objects released by earlier parts are finalised between two collections.
    collect()
    await new Promise((resolve) => setImmediate(resolve))
    collect()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const wall: number[] = []
  const cpu: number[] = []
  for (let round = 0; round < sizes.builds; round += 1) {
    progress('building', round, sizes.builds)
    const cpuBefore = process.cpuUsage()
    const startedAt = performance.now()
    buildIndex(lists)
    wall.push((performance.now() - startedAt) / 1000)
    const { user, system } = process.cpuUsage(cpuBefore)
    cpu.push((user + system) / 1e6)
  }
  const before = await held()
  const index = buildIndex(lists)
  const built = (await held()) - before
  for (const person of people.slice(0, 2000)) screen(index, person)
  const asked = (await held()) - before
  return {
    tables: [
      {
        title: 'The index over all lists',
        head: ['parties searched', 'names', 'seconds', 'seconds of CPU', 'MiB', 'MiB after 2,000 queries'],
        rows: [
          [
            shown.count(index.entryList.length),
            shown.count(index.nameEntry.length),
            median(wall).toFixed(2),
            median(cpu).toFixed(2),
            shown.mebibytes(built),
            shown.mebibytes(asked),
          ],
        ],
      },
    ],
    targets: [
      {
        what: 'index built',
        wanted: 'at most 3 s',
        seen: `${median(wall).toFixed(2)} s`,
        met: median(wall) <= 3,
      },
      {
        what: 'memory of the index in use',
        wanted: 'at most 300 MB',
        seen: `${shown.mebibytes(asked)} MiB`,
        met: asked <= 300e6,
      },
    ],
    data: { wall, cpu, built, asked },
  }
}
