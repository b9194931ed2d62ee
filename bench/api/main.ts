import { runSharedBench } from '../support/run-bench.ts'
import { measureColdStart } from './cold-start.ts'
import { measureLargeProgram } from './large-program.ts'
import { measureMemory } from './memory.ts'
import { fullSizes, quickSizes } from './sizes.ts'
import { measureThroughput } from './throughput.ts'
import { createWorlds } from './worlds.ts'

/** The merchant's rate limit. One key cannot reach it in this benchmark, so it is checked but never exceeded. */
const callsPerSecond = 50_000

await runSharedBench({
  name: 'api',
  parts: {
    start: measureColdStart,
    throughput: measureThroughput,
    memory: measureMemory,
    users: measureLargeProgram,
  },
  sizesFor: ({ quick }) => (quick ? quickSizes : fullSizes),
  open: async (tools) => ({ worlds: createWorlds({ ...tools, callsPerSecond }) }),
})
