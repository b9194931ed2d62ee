import { runLedgerBench } from '../ledger/run-ledger-bench.ts'
import { measureImporting, type Sizes } from './measure-importing.ts'

const fullSizes: Sizes = {
  nodes: 3,
  transfers: 200_000,
  further: 20_000,
  addresses: 2000,
  connections: 8,
  warmupSeconds: 2,
  seconds: 20,
}

const quickSizes: Sizes = { ...fullSizes, transfers: 20_000, further: 5000, warmupSeconds: 1, seconds: 3 }

await runLedgerBench({
  name: 'nodes',
  parts: { importing: measureImporting },
  sizesFor: ({ quick }) => (quick ? quickSizes : fullSizes),
  storesOf: ({ transfers }) => [transfers],
  open: () => undefined,
})
