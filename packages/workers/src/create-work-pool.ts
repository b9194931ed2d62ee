import { OperatorError, UserError, workBusy, workTooLong } from '@touchstone/common'
import { Piscina } from 'piscina'
import type { WorkAnswer, WorkOrder } from './serve-work.ts'

/**
 * Uses worker threads to run tasks that would block the event loop. The queue is limited: calls beyond the
 * limit fail immediately and can be retried. If a task exceeds its time or memory limit, only its thread is
 * terminated.
 */
export type WorkPool = {
  /**
   * Runs a task. `transfer` lists buffers that are moved to the worker instead of copied, so the caller can't
   * use them afterwards.
   */
  run<Output>(task: string, input: unknown, options?: { transfer?: ArrayBuffer[] }): Promise<Output>
  /** Returns the number of waiting and running tasks, for metrics. */
  load(): { waiting: number; running: number }
  /** Closes the pool immediately, and rejects running and waiting tasks. */
  close(): Promise<void>
}

export type WorkPoolOptions = {
  /** The worker file (see `workerFile`). `serveWork` creates its default export. */
  file: URL
  workers: number
  /** Number of tasks that may wait for a worker. */
  queueLimit: number
  /** Time limit for one task, including its time in the queue. */
  timeLimitMs: number
  /**
   * Limit for one worker's JavaScript heap. It excludes buffers and WebAssembly memory, which the task has to
   * limit itself.
   */
  heapLimitMb?: number
  /** Data that every worker can read with `givenToWorker`. */
  given?: unknown
  /**
   * How long an idle worker is kept for the next task. After this time, the worker ends and releases its
   * memory, and the next task has to start a new worker, which is expensive. Default: 10 seconds. With
   * Infinity, all workers are started immediately and never end.
   */
  idleMs?: number
}

export function createWorkPool(options: WorkPoolOptions): WorkPool {
  const { workers, queueLimit, timeLimitMs, heapLimitMb, idleMs = 10_000 } = options
  const pool = new Piscina<WorkOrder, WorkAnswer>({
    filename: options.file.href,
    minThreads: idleMs === Number.POSITIVE_INFINITY ? workers : 0,
    maxThreads: workers,
    maxQueue: queueLimit,
    concurrentTasksPerWorker: 1,
    // Workers do not inherit the process's options, because a worker always runs the build, even if the
    // process runs the source.
    execArgv: [],
    idleTimeout: idleMs,
    ...(options.given !== undefined && { workerData: options.given }),
    ...(heapLimitMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: heapLimitMb } }),
  })
  // Tasks are counted here, because the pool does not count a task as running while the task's thread is
  // still starting.
  let taken = 0
  let closed = false
  // If a worker can't start or dies between two tasks, the pool does not report an error for any task.
  // Pending tasks are aborted here, because they would otherwise wait until their time limit expires.
  let breakdown = new AbortController()
  pool.on('error', (error: unknown) => {
    breakdown.abort(error)
    breakdown = new AbortController()
  })

  return {
    async run<Output>(task: string, input: unknown, runOptions: { transfer?: ArrayBuffer[] } = {}) {
      if (closed || taken >= workers + queueLimit) throw workBusy()
      taken += 1
      const timeUp = AbortSignal.timeout(timeLimitMs)
      const broken = breakdown.signal
      const signal = AbortSignal.any([timeUp, broken])
      try {
        const { transfer } = runOptions
        const answer = await pool.run(
          { task, input },
          { signal, ...(transfer && { transferList: transfer }) },
        )
        return outputOf(answer) as Output
      } catch (error) {
        if (error instanceof UserError || error instanceof OperatorError) throw error
        if (closed) throw workBusy()
        if (broken.aborted) throw new Error('a worker thread failed', { cause: broken.reason })
        if (timeUp.aborted) throw workTooLong(error)
        if (isOutOfMemory(error)) throw tooMuch(error)
        throw error
      } finally {
        taken -= 1
      }
    },

    load: () => ({ waiting: Math.max(0, taken - workers), running: Math.min(taken, workers) }),

    async close() {
      closed = true
      await pool.destroy()
    },
  }
}

function tooMuch(cause: unknown): UserError {
  return new UserError({
    code: 'work.too-much-memory',
    message: 'The task exceeded its memory limit.',
    remedy: 'Send a smaller or simpler file.',
    cause,
  })
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

/** Returns the worker's result, or throws its error. */
export function outputOf(answer: WorkAnswer): unknown {
  if ('refused' in answer) throw new UserError(answer.refused)
  if ('toMend' in answer) throw new OperatorError(answer.toMend)
  return answer.output
}
