import { runBench } from '../support/run-bench.ts'
import { fullSizes, quickSizes } from './bench.ts'
import { measureService } from './measure-service.ts'
import { measureTimes } from './measure-times.ts'

await runBench({
  name: 'documents',
  parts: { times: measureTimes, service: measureService },
  sizesFor: ({ quick }) => (quick ? quickSizes : fullSizes),
})
