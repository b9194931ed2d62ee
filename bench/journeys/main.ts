import { runBench } from '../support/run-bench.ts'
import { measureJourneys } from './measure-journeys.ts'
import { measureMemory } from './measure-memory.ts'
import { fullSizes, quickSizes } from './sizes.ts'

await runBench({
  name: 'journeys',
  parts: { journeys: measureJourneys, memory: measureMemory },
  sizesFor: ({ quick }) => (quick ? quickSizes : fullSizes),
})
