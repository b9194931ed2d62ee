import { type Cleanup, createCleanup } from './cleanup.ts'
import { type Progress, showProgress } from './progress.ts'

export type RunTools = {
  cleanup: Cleanup
  /** Shows nothing any more once the run is being stopped. */
  progress: Progress
  /** Before the report is printed. */
  clearProgress(): void
}

/**
 * The frame of a benchmark or an evaluation: it ends in good order whether it is done, fails, is stopped, or the script
 * that started it is gone. What it made is undone before the process ends.
 */
export async function runToEnd(
  name: 'bench' | 'eval',
  work: (tools: RunTools) => Promise<void>,
  /** Errors that are told without a stack, because the reader can mend them. */
  isTold: (error: Error) => boolean = () => false,
): Promise<void> {
  const cleanup = createCleanup()
  const shown = showProgress(process.stderr)
  let stopping = false
  const stop = async (code: number) => {
    shown.clear()
    await cleanup.run()
    process.exit(code)
  }
  const stopEarly = () => {
    if (stopping) return
    stopping = true
    process.stderr.write(`\n${name}: stopping …\n`)
    void stop(130)
  }
  // Started by a script that says when to stop, or is gone.
  process.on('message', stopEarly)
  process.on('disconnect', stopEarly)
  process.on('SIGINT', stopEarly)
  process.on('SIGTERM', stopEarly)

  try {
    await work({
      cleanup,
      progress: (...step) => {
        if (!stopping) shown.step(...step)
      },
      clearProgress: () => shown.clear(),
    })
    await stop(0)
  } catch (error) {
    if (stopping) return
    shown.clear()
    process.stderr.write(`${name}: ${describe(error, isTold)}\n`)
    await stop(1)
  }
}

function describe(error: unknown, isTold: (error: Error) => boolean): string {
  if (!(error instanceof Error)) return 'failed'
  return (isTold(error) ? error.message : error.stack) ?? error.message
}
