import { OperatorError, UserError } from '@touchstone/common'
import { Piscina } from 'piscina'
import type { WorkAnswer, WorkOrder } from './serve-work.ts'

/**
 * Worker threads for what would freeze the event loop. What waits is limited: past the limit the caller is told to try
 * again, at once. What takes too long, or too much memory, ends with its thread; the process and its queue live on.
 */
export type WorkPool = {
  /** `transfer` names buffers that move to the worker instead of being copied; the caller can't use them any more. */
  run<Output>(task: string, input: unknown, options?: { transfer?: ArrayBuffer[] }): Promise<Output>
  /** How much waits and how much runs, for metrics. */
  load(): { waiting: number; running: number }
  /** Ends at once: what still runs or waits is refused. */
  close(): Promise<void>
}

export type WorkPoolOptions = {
  /** The worker's file, see `workerFile`; its default export is made by `serveWork`. */
  file: URL
  workers: number
  /** How many orders may wait beside those that run. */
  queueLimit: number
  /** Of one order, from the moment it starts to wait. */
  timeLimitMs: number
  /** Of one worker's JavaScript heap. Buffers and WebAssembly memory do not count: bound those in the task. */
  heapLimitMb?: number
  /** What every worker finds by `givenToWorker` when it starts. */
  given?: unknown
  /** Keeps idle workers, whose start is dear. */
  keepWarm?: boolean
}

export function createWorkPool(options: WorkPoolOptions): WorkPool {
  const { workers, queueLimit, timeLimitMs, heapLimitMb } = options
  const pool = new Piscina<WorkOrder, WorkAnswer>({
    filename: options.file.href,
    minThreads: options.keepWarm ? workers : 0,
    maxThreads: workers,
    maxQueue: queueLimit,
    concurrentTasksPerWorker: 1,
    // Not those of the process: a worker runs the build, whatever the process that asks was started with.
    execArgv: [],
    idleTimeout: options.keepWarm ? Number.POSITIVE_INFINITY : 10_000,
    ...(options.given !== undefined && { workerData: options.given }),
    ...(heapLimitMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: heapLimitMb } }),
  })
  // Kept by hand: the pool hands an order to a starting thread before it counts as running.
  let taken = 0
  let closed = false
  // A worker that can't even start, or dies between two orders, has no order of its own to fail: those that are on
  // their way would wait for nothing until their time is over.
  let breakdown = new AbortController()
  pool.on('error', (error: unknown) => {
    breakdown.abort(error)
    breakdown = new AbortController()
  })

  return {
    async run<Output>(task: string, input: unknown, runOptions: { transfer?: ArrayBuffer[] } = {}) {
      if (closed || taken >= workers + queueLimit) throw busy()
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
        if (closed) throw busy()
        if (broken.aborted) throw new Error('a worker broke down', { cause: broken.reason })
        if (timeUp.aborted) throw tooLong(error)
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

function busy(): UserError {
  return new UserError({
    code: 'work.busy',
    message: 'The service is busy.',
    remedy: 'Try again in a moment.',
    retryable: true,
  })
}

function tooLong(cause: unknown): UserError {
  return new UserError({
    code: 'work.too-long',
    message: 'This took longer than is allowed.',
    remedy: 'Try again; if it happens twice, send a smaller or simpler file.',
    retryable: true,
    cause,
  })
}

function tooMuch(cause: unknown): UserError {
  return new UserError({
    code: 'work.too-much-memory',
    message: 'This needed more memory than is allowed.',
    remedy: 'Send a smaller or simpler file.',
    cause,
  })
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

/** What a worker has worked out; throws the error that it refused with. */
export function outputOf(answer: WorkAnswer): unknown {
  if ('refused' in answer) throw new UserError(answer.refused)
  if ('toMend' in answer) throw new OperatorError(answer.toMend)
  return answer.output
}
