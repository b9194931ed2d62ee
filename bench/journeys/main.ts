import { runBench } from '../support/run-bench.ts'
import { measureJourneys } from './measure-journeys.ts'
import { fullSizes, quickSizes } from './sizes.ts'

await runBench({
  name: 'journeys',
  parts: { journeys: measureJourneys },
  sizesFor: ({ quick }) => (quick ? quickSizes : fullSizes),
})
