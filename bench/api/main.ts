import { parseArgs } from 'node:util'
import { createCleanup } from '../support/cleanup.ts'
import { describeMachine, loadOfOthers } from '../support/machine.ts'
import { showProgress } from '../support/progress.ts'
import { type PartReport, printReport, writeResults } from '../support/report.ts'
import type { Bench } from './bench.ts'
import { measureColdStart } from './cold-start.ts'
import { measureLargeProgram } from './large-program.ts'
import { measureMemory } from './memory.ts'
import { fullSizes, quickSizes } from './sizes.ts'
import { measureThroughput } from './throughput.ts'
import { createWorlds } from './worlds.ts'

const parts: Record<string, (bench: Bench) => Promise<PartReport>> = {
  start: measureColdStart,
  throughput: measureThroughput,
  memory: measureMemory,
  users: measureLargeProgram,
}

/** Above what one key can be asked here, so that the limit is in force and never reached. */
const callsPerSecond = 50_000

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const chosen = Object.entries(parts).filter(([name]) => values.only === undefined || values.only === name)
if (chosen.length === 0) {
  process.stderr.write(`bench: --only takes one of ${Object.keys(parts).join(', ')}\n`)
  process.exit(1)
}

const cleanup = createCleanup()
const progress = showProgress(process.stderr)
const stop = async (code: number) => {
  progress.clear()
  await cleanup.run()
  process.exit(code)
}
let stopping = false
const stopEarly = () => {
  if (stopping) return
  stopping = true
  process.stderr.write('\nbench: stopping …\n')
  void stop(130)
}
// Started by scripts/bench.mjs, which says when to stop, or is gone.
process.on('message', stopEarly)
process.on('disconnect', stopEarly)
process.on('SIGINT', stopEarly)
process.on('SIGTERM', stopEarly)

try {
  const sizes = values.quick ? quickSizes : fullSizes
  const machine = describeMachine()
  const busy = loadOfOthers()
  process.stdout.write(
    `Node.js ${machine.node}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.platform}\n`,
  )
  if (busy > 0.5) {
    process.stdout.write(`Other programs keep ${busy.toFixed(1)} cores busy: the numbers will be worse.\n`)
  }
  const worlds = createWorlds({
    sizes,
    callsPerSecond,
    cleanup,
    progress: progress.step,
  })
  const reports: Record<string, PartReport> = {}
  for (const [name, measure] of chosen) {
    // What a part started is stopped before the next one: nothing else runs beside what is measured.
    const ofPart = createCleanup()
    cleanup.add(() => ofPart.run())
    reports[name] = await measure({ sizes, cleanup: ofPart, progress: progress.step, worlds })
    await ofPart.run()
  }
  progress.clear()
  printReport(Object.values(reports))
  writeResults('api', { machine, loadBefore: busy, sizes, parts: reports })
  await stop(0)
} catch (error) {
  if (!stopping) {
    progress.clear()
    process.stderr.write(`bench: ${error instanceof Error ? error.stack : 'failed'}\n`)
    await stop(1)
  }
}
