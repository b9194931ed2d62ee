import { type Cleanup, createCleanup } from './cleanup.ts'
import { type Progress, showProgress } from './progress.ts'

export type RunTools = {
  cleanup: Cleanup
  /** Shows progress, except after the run has been stopped. */
  progress: Progress
  /** Clears the progress line. Must be called before the report is printed. */
  clearProgress(): void
}

/**
 * Runs a benchmark or an evaluation and releases its resources in all cases: on success, on failure, when
 * stopped, and when the parent script has exited.
 */
export async function runToEnd(
  name: 'bench' | 'eval',
  work: (tools: RunTools) => Promise<void>,
  /** Whether an error is printed without a stack trace, because the user can fix its cause. */
  isUserError: (error: Error) => boolean = () => false,
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
  // The parent script requests a stop or has exited.
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
    process.stderr.write(`${name}: ${describe(error, isUserError)}\n`)
    await stop(1)
  }
}

function describe(error: unknown, isUserError: (error: Error) => boolean): string {
  if (!(error instanceof Error)) return 'failed'
  return (isUserError(error) ? error.message : error.stack) ?? error.message
}
