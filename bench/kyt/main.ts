import { parseArgs } from 'node:util'
import { createCleanup } from '../support/cleanup.ts'
import { describeMachine, loadOfOthers } from '../support/machine.ts'
import { type Progress, showProgress } from '../support/progress.ts'
import { type PartReport, printReport, writeMarkdown, writeResults } from '../support/report.ts'
import type { Bench } from './bench.ts'
import { measureGrowth } from './measure-growth.ts'
import { measureImport } from './measure-import.ts'
import { measureLoad } from './measure-load.ts'
import { measureMemory } from './measure-memory.ts'
import { measureOperations } from './measure-operations.ts'
import { fullSizes, largestLedger, quickSizes } from './sizes.ts'
import { createWorlds } from './worlds.ts'

// The import's report comes after the questions: it merges the ledger that they are asked of.
const parts: Record<string, (bench: Bench) => Promise<PartReport>> = {
  operations: measureOperations,
  load: measureLoad,
  growth: measureGrowth,
  import: measureImport,
  memory: measureMemory,
}

const { quick, only, full } = readFlags()
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
  const basic = quick ? quickSizes : fullSizes
  const sizes = full ? { ...basic, grown: [...basic.grown, largestLedger] } : basic
  const machine = describeMachine()
  const busy = loadOfOthers()
  process.stdout.write(
    `Node.js ${machine.node}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.platform}\n`,
  )
  if (busy > 0.5) {
    process.stdout.write(`Other programs keep ${busy.toFixed(1)} cores busy: the numbers will be worse.\n`)
  }
  const worlds = createWorlds({ sizes, cleanup, progress })
  if (only === undefined || only === 'growth') {
    const needed = await worlds.checkDisk()
    process.stdout.write(
      `Up to ${(needed / 1e9).toFixed(0)} GB of disk are used, and free again at the end.\n`,
    )
  }
  const reports: Record<string, PartReport> = {}
  for (const [name, measure] of chosen) reports[name] = await measure({ sizes, progress, worlds })
  shownProgress.clear()
  printReport(Object.values(reports))
  const missed = Object.values(reports).flatMap(({ targets }) => targets.filter((target) => !target.met))
  if (missed.length > 0) process.stdout.write(`\n${missed.length} targets are missed.\n`)
  if (quick)
    process.stdout.write(
      '\nThese sizes are to try it, not to quote: the targets are meant for the full ones.\n',
    )
  writeResults('kyt', { machine, loadBefore: busy, sizes, parts: reports })
  const file = writeMarkdown('kyt', Object.values(reports))
  process.stdout.write(`\nThe same as Markdown: ${file}\n`)
  await stop(0)
} catch (error) {
  if (!stopping) {
    shownProgress.clear()
    process.stderr.write(`bench: ${error instanceof Error ? error.stack : 'failed'}\n`)
    await stop(1)
  }
}

function readFlags(): { quick: boolean; full: boolean; only?: string | undefined } {
  try {
    const { values } = parseArgs({
      options: { quick: { type: 'boolean' }, full: { type: 'boolean' }, only: { type: 'string' } },
    })
    const { quick = false, full = false, only } = values
    if (only === undefined || Object.hasOwn(parts, only)) return { quick, full, only }
  } catch {
    // Told below.
  }
  process.stderr.write(`bench: the flags are --quick, --full and --only ${Object.keys(parts).join(' | ')}\n`)
  process.exit(1)
}
