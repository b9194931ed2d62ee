import { runBench } from '../support/run-bench.ts'
import { measureGrowth } from './measure-growth.ts'
import { measureImport } from './measure-import.ts'
import { measureLoad } from './measure-load.ts'
import { measureMemory } from './measure-memory.ts'
import { measureOperations } from './measure-operations.ts'
import { fullSizes, largestLedger, quickSizes } from './sizes.ts'
import { createWorlds } from './worlds.ts'

await runBench({
  name: 'kyt',
  // The import's report comes after the questions: it merges the ledger that they are asked of.
  parts: {
    operations: measureOperations,
    load: measureLoad,
    growth: measureGrowth,
    import: measureImport,
    memory: measureMemory,
  },
  hasFull: true,
  sizesFor({ quick, full }) {
    const basic = quick ? quickSizes : fullSizes
    return full ? { ...basic, grown: [...basic.grown, largestLedger] } : basic
  },
  async open({ sizes, only, cleanup, progress, say }) {
    const worlds = createWorlds({ sizes, cleanup, progress })
    if (only === undefined || only === 'growth') {
      const needed = await worlds.checkDisk()
      say(`Up to ${(needed / 1e9).toFixed(0)} GB of disk are used, and free again at the end.`)
    }
    return () => ({ sizes, progress, worlds })
  },
})
