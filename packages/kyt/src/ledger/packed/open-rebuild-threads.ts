import { availableParallelism } from 'node:os'
import { createWorkPool, workerFile } from '@touchstone/workers'
import { rebuildTasks } from './rebuild-tasks.ts'

type Tasks = typeof rebuildTasks
type TaskName = keyof Tasks

/** Who works out what the new tables hold. */
export type RebuildThreads = {
  run<Name extends TaskName>(
    task: Name,
    input: Parameters<Tasks[Name]>[0],
  ): Promise<Awaited<ReturnType<Tasks[Name]>>>
  /** Tasks that are worth being under way: enough for every thread to have one, and the next one when it is done. */
  readonly atOnce: number
  close(): Promise<void>
}

/** Each has a bucket in memory, and the store has to take what they make. More were not tried. */
const mostThreads = 4

/** Of a part of a second's work, on a machine however busy. */
const timeLimitMs = 10 * 60_000

/**
 * Threads, so that the process answers meanwhile and the work is done on several cores. For a single bucket they are not
 * worth their start: it is worked on here.
 */
export function openRebuildThreads(buckets: number): RebuildThreads {
  if (buckets === 1) {
    const run = async (task: TaskName, input: unknown) => await rebuildTasks[task](input as never)
    return { run: run as RebuildThreads['run'], atOnce: 1, close: async () => {} }
  }
  const workers = Math.min(mostThreads, availableParallelism())
  const atOnce = workers + 1
  const file = workerFile(import.meta.url, './rebuild-worker.ts')
  const pool = createWorkPool({ file, workers, queueLimit: atOnce, timeLimitMs })
  return { run: (task, input) => pool.run(task, input), atOnce, close: () => pool.close() }
}
