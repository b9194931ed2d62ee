import { createWorkPool, type WorkPool, workerFile } from '@touchstone/workers'

/** One list is read, or one index built, at a time for each worker; what waits past the limit is told to try again. */
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
