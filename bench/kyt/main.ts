import { engines } from '../ledger/places.ts'
import { runLedgerBench } from '../ledger/run-ledger-bench.ts'
import { measureGrowth } from './measure-growth.ts'
import { measureImport } from './measure-import.ts'
import { measureLoad } from './measure-load.ts'
import { measureMemory } from './measure-memory.ts'
import { measureOperations } from './measure-operations.ts'
import { fullSizes, largestSizes, quickSizes } from './sizes.ts'
import { createWorlds } from './worlds.ts'

await runLedgerBench({
  name: 'kyt',
  // Memory is measured last, because measuring it closes the embedded ledger that the other parts use.
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
  // One ledger of the same size for each engine and for the plain rows, followed by each engine's larger
  // ledgers.
  storesOf: ({ transfers, grown }) => [
    ...[...engines, 'plain rows'].map(() => transfers),
    ...engines.flatMap((engine) => grown[engine]),
  ],
  open: createWorlds,
})
