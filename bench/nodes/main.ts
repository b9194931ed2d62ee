import { createPlaces } from '../ledger/places.ts'
import { createWorldFiles } from '../ledger/world-files.ts'
import { runBench } from '../support/run-bench.ts'
import { type Bench, measureImporting, type Sizes } from './measure-importing.ts'

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

await runBench<Sizes, Bench>({
  name: 'nodes',
  parts: { importing: measureImporting },
  sizesFor: ({ quick }) => (quick ? quickSizes : fullSizes),
  async open({ sizes, cleanup, progress }) {
    const files = createWorldFiles({ cleanup, progress })
    const places = createPlaces({ cleanup, progress, root: files.root })
    return (ofPart) => ({ sizes, cleanup: ofPart, progress, files, places })
  },
})
