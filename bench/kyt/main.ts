import { runBench } from '../support/run-bench.ts'
import { measureGrowth } from './measure-growth.ts'
import { measureImport } from './measure-import.ts'
import { measureLoad } from './measure-load.ts'
import { measureMemory } from './measure-memory.ts'
import { measureOperations } from './measure-operations.ts'
import { fullSizes, largestSizes, quickSizes } from './sizes.ts'
import { createWorlds } from './worlds.ts'

await runBench({
  name: 'kyt',
  // The memory comes last: it closes the embedded ledger that the others ask.
  parts: {
    import: measureImport,
    operations: measureOperations,
    load: measureLoad,
    growth: measureGrowth,
    memory: measureMemory,
  },
  hasFull: true,
  sizesFor({ quick, full }) {
    if (quick) return quickSizes
    return full ? largestSizes : fullSizes
  },
  async open({ sizes, cleanup, progress, say }) {
    const worlds = createWorlds({ sizes, cleanup, progress })
    const needed = await worlds.checkDisk()
    say(`Up to ${(needed / 1e9).toFixed(1)} GB of disk are used, and free again at the end.`)
    return () => ({ sizes, progress, worlds })
  },
})
