import { runLedgerBench } from '../ledger/run-ledger-bench.ts'
import { measureImporting, type Sizes } from './measure-importing.ts'
import { measureNeighbours } from './measure-neighbours.ts'

const fullSizes: Sizes = {
  nodes: 3,
  transfers: 200_000,
  further: 20_000,
  addresses: 2000,
  connections: 8,
  warmupSeconds: 2,
  seconds: 20,
  neighbours: { turns: 5, calls: 1000 },
}

const quickSizes: Sizes = {
  ...fullSizes,
  transfers: 20_000,
  further: 5000,
  warmupSeconds: 1,
  seconds: 3,
  neighbours: { turns: 2, calls: 300 },
}

await runLedgerBench({
  name: 'nodes',
  parts: { importing: measureImporting, neighbours: measureNeighbours },
  sizesFor: ({ quick }) => (quick ? quickSizes : fullSizes),
  storesOf: ({ transfers }) => [transfers, transfers],
  open: () => undefined,
})
