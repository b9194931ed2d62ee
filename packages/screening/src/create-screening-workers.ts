import { createWorkPool, type WorkPool, workerFile } from '@touchstone/workers'

/**
 * Creates the workers. Each worker reads one list or builds one index at a time. Calls beyond the queue limit
 * fail with `work.busy`.
 */
export function createScreeningWorkers(
  options: { workers?: number; queueLimit?: number; timeLimitMs?: number; heapLimitMb?: number } = {},
): WorkPool {
  return createWorkPool({
    file: workerFile(import.meta.url, './screening-worker.ts'),
    workers: options.workers ?? 1,
    queueLimit: options.queueLimit ?? 8,
    timeLimitMs: options.timeLimitMs ?? 10 * 60_000,
    heapLimitMb: options.heapLimitMb ?? 1024,
  })
}
