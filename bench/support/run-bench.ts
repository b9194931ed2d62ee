import { parseArgs } from 'node:util'
import { type Cleanup, createCleanup } from './cleanup.ts'
import { describeMachine, loadOfOthers } from './machine.ts'
import type { Progress } from './progress.ts'
import { type PartReport, printReport, writeMarkdown, writeResults } from './report.ts'
import { LossError, requireAll } from './require-all.ts'
import { type RunTools, runToEnd } from './run-to-end.ts'

export type Flags = { quick: boolean; full: boolean; only: string | undefined }

/** The tools for resources that all parts share. Their clean-up actions run at the end of the benchmark. */
export type Tools<Sizes> = { sizes: Sizes; cleanup: Cleanup; progress: Progress; say(text: string): void }

/** The tools for a single part. Their clean-up actions run directly after the part. */
export type BenchOf<Sizes, Shared extends object = object> = Shared & {
  sizes: Sizes
  cleanup: Cleanup
  progress: Progress
}

export type BenchOptions<Sizes, Shared extends object = object> = {
  /** File name of the results, without extension. */
  name: string
  parts: Readonly<Record<string, (bench: BenchOf<Sizes, Shared>) => Promise<PartReport>>>
  /** Whether the benchmark supports `--full`. */
  hasFull?: boolean
  sizesFor(flags: Flags): Sizes
}

/**
 * Runs a benchmark: parses flags, shows progress, prints the report and cleans up. A missed target does not
 * fail the benchmark, but a lost journey, transfer or call does.
 */
export async function runBench<Sizes extends object>(options: BenchOptions<Sizes>): Promise<void> {
  await runSharedBench({ ...options, open: async () => ({}) })
}

/** Runs a benchmark like `runBench`, but with resources from `open` that all parts share. */
export async function runSharedBench<Sizes extends object, Shared extends object>(
  options: BenchOptions<Sizes, Shared> & { open(tools: Tools<Sizes>): Promise<Shared> },
): Promise<void> {
  const { name, parts } = options
  const flags = readFlags(Object.keys(parts), options.hasFull ?? false)
  const work = async ({ cleanup, progress, clearProgress }: RunTools) => {
    const sizes = options.sizesFor(flags)
    const machine = describeMachine()
    const busy = loadOfOthers()
    say(`Node.js ${machine.node}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.platform}`)
    if (busy > 0.5) say(`Other programs keep ${busy.toFixed(1)} cores busy, which affects the figures.`)
    const shared = await options.open({ sizes, cleanup, progress, say })
    const reports: Record<string, PartReport> = {}
    // A quick or partial run does not overwrite the results of a full one.
    const file = [
      name,
      ...(['quick', 'full'] as const).filter((flag) => flags[flag]),
      ...(flags.only ? [flags.only] : []),
    ].join('-')
    const write = (to: string) => {
      writeResults(to, { machine, loadBefore: busy, sizes, parts: reports })
      return writeMarkdown(to, Object.values(reports))
    }
    for (const [part, measure] of Object.entries(parts)) {
      if (flags.only !== undefined && flags.only !== part) continue
      // A part's resources are released before the next part starts, so that nothing else runs during a
      // measurement.
      const ofPart = createCleanup()
      cleanup.add(() => ofPart.run())
      reports[part] = await measure({ ...shared, sizes, progress, cleanup: ofPart })
      await ofPart.run()
      // Saves the results so far, because a later part can fail or the run can be stopped.
      write(`${file}-so-far`)
    }
    clearProgress()
    const made = Object.values(reports)
    printReport(made)
    const missed = made.flatMap(({ targets }) => targets.filter((target) => !target.met))
    if (missed.length > 0) say(`\n${missed.length} targets were missed.`)
    if (flags.quick) {
      say('These sizes are too small for published figures. The targets apply to the full sizes.')
    }
    say(`\nMarkdown report: ${write(file)}`)
    requireAll(...made.flatMap(({ tallies = [] }) => tallies))
  }
  await runToEnd('bench', work, (error) => error instanceof LossError)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

function readFlags(parts: readonly string[], hasFull: boolean): Flags {
  try {
    const { values } = parseArgs({
      options: {
        quick: { type: 'boolean' },
        only: { type: 'string' },
        ...(hasFull && { full: { type: 'boolean' as const } }),
      },
    })
    const { quick = false, only } = values
    const full = 'full' in values && values.full === true
    if (only === undefined || parts.includes(only)) return { quick, full, only }
  } catch {
    // Ignores the parser's error, because the usage is printed below.
  }
  const switches = hasFull ? '--quick, --full' : '--quick'
  process.stderr.write(`bench: usage: ${switches} and --only ${parts.join(' | ')}\n`)
  process.exit(1)
}
