import { parseArgs } from 'node:util'
import { type Cleanup, createCleanup } from './cleanup.ts'
import { describeMachine, loadOfOthers } from './machine.ts'
import type { Progress } from './progress.ts'
import { type PartReport, printReport, writeMarkdown, writeResults } from './report.ts'
import { runToEnd } from './run-to-end.ts'

export type Flags = { quick: boolean; full: boolean; only: string | undefined }

/** What the parts of a benchmark are made from. */
export type Tools<Sizes> = Flags & {
  sizes: Sizes
  cleanup: Cleanup
  progress: Progress
  say(text: string): void
}

/** The frame of every benchmark: flags, progress, the end in good order, the report. */
export async function runBench<Sizes extends object, Bench>(options: {
  /** Of the files with the results. */
  name: string
  parts: Readonly<Record<string, (bench: Bench) => Promise<PartReport>>>
  /** Whether `--full` means something. */
  hasFull?: boolean
  sizesFor(flags: Flags): Sizes
  /** Returns what a part is handed; what the part adds to its own clean-up is undone right after it. */
  open(tools: Tools<Sizes>): Promise<(ofPart: Cleanup) => Bench>
}): Promise<void> {
  const { name, parts } = options
  const flags = readFlags(Object.keys(parts), options.hasFull ?? false)
  await runToEnd('bench', async ({ cleanup, progress, clearProgress }) => {
    const sizes = options.sizesFor(flags)
    const machine = describeMachine()
    const busy = loadOfOthers()
    say(`Node.js ${machine.node}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.platform}`)
    if (busy > 0.5) say(`Other programs keep ${busy.toFixed(1)} cores busy: the numbers will be worse.`)
    const benchFor = await options.open({ ...flags, sizes, cleanup, progress, say })
    const reports: Record<string, PartReport> = {}
    // A try, or a part, does not take the place of what was measured in full.
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
      // What a part started is stopped before the next one: nothing else runs beside what is measured.
      const ofPart = createCleanup()
      cleanup.add(() => ofPart.run())
      reports[part] = await measure(benchFor(ofPart))
      await ofPart.run()
      // What was measured is kept when a later part fails or the run is stopped.
      write(`${file}-so-far`)
    }
    clearProgress()
    const made = Object.values(reports)
    printReport(made)
    const missed = made.flatMap(({ targets }) => targets.filter((target) => !target.met))
    if (missed.length > 0) say(`\n${missed.length} targets are missed.`)
    if (flags.quick) {
      say('\nThese sizes are to try it, not to quote: the targets are meant for the full ones.')
    }
    say(`\nThe same as Markdown: ${write(file)}`)
  })
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
    // Told below.
  }
  const switches = hasFull ? '--quick, --full' : '--quick'
  process.stderr.write(`bench: the flags are ${switches} and --only ${parts.join(' | ')}\n`)
  process.exit(1)
}
