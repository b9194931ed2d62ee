import { parseArgs } from 'node:util'
import { createCleanup } from '../support/cleanup.ts'
import { describeMachine, loadOfOthers } from '../support/machine.ts'
import { type Progress, showProgress } from '../support/progress.ts'
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

const { quick, only } = readFlags()
const chosen = Object.entries(parts).filter(([name]) => only === undefined || only === name)

const cleanup = createCleanup()
let stopping = false
const shownProgress = showProgress(process.stderr)
const progress: Progress = (...step) => {
  if (!stopping) shownProgress.step(...step)
}
const stop = async (code: number) => {
  shownProgress.clear()
  await cleanup.run()
  process.exit(code)
}
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
  const sizes = quick ? quickSizes : fullSizes
  const machine = describeMachine()
  const busy = loadOfOthers()
  process.stdout.write(
    `Node.js ${machine.node}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.platform}\n`,
  )
  if (busy > 0.5) {
    process.stdout.write(`Other programs keep ${busy.toFixed(1)} cores busy: the numbers will be worse.\n`)
  }
  const worlds = createWorlds({ sizes, callsPerSecond, cleanup, progress })
  const reports: Record<string, PartReport> = {}
  for (const [name, measure] of chosen) {
    // What a part started is stopped before the next one: nothing else runs beside what is measured.
    const ofPart = createCleanup()
    cleanup.add(() => ofPart.run())
    reports[name] = await measure({ sizes, cleanup: ofPart, progress, worlds })
    await ofPart.run()
  }
  shownProgress.clear()
  printReport(Object.values(reports))
  writeResults('api', { machine, loadBefore: busy, sizes, parts: reports })
  await stop(0)
} catch (error) {
  if (!stopping) {
    shownProgress.clear()
    process.stderr.write(`bench: ${error instanceof Error ? error.stack : 'failed'}\n`)
    await stop(1)
  }
}

function readFlags(): { quick: boolean; only?: string | undefined } {
  try {
    const { values } = parseArgs({ options: { quick: { type: 'boolean' }, only: { type: 'string' } } })
    const { quick = false, only } = values
    if (only === undefined || Object.hasOwn(parts, only)) return { quick, only }
  } catch {
    // Told below.
  }
  process.stderr.write(`bench: the flags are --quick and --only ${Object.keys(parts).join(' | ')}\n`)
  process.exit(1)
}
