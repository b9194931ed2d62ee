import { createDocumentReader } from '@touchstone/documents'
import { runBench } from '../support/run-bench.ts'
import type { Bench } from './bench.ts'
import { measureService } from './measure-service.ts'
import { measureTimes } from './measure-times.ts'
import { fullSizes, quickSizes } from './sizes.ts'

await runBench({
  name: 'documents',
  parts: { times: measureTimes, service: measureService },
  sizesFor: ({ quick }) => (quick ? quickSizes : fullSizes),
  async open({ sizes, progress }) {
    return (ofPart): Bench => ({
      sizes,
      progress,
      openReader(options = {}) {
        const reader = createDocumentReader({
          workers: 1,
          queueLimit: 2,
          timeLimitMs: 120_000,
          allowSpecimen: true,
          ...options,
        })
        ofPart.add(() => reader.close())
        return reader
      },
    })
  },
})
