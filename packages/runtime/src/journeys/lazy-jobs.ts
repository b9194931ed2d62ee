import type { Logger, Tracer } from '@touchstone/common'
import { type Database, type JobQueue, startJobQueue } from '@touchstone/storage'

/** Starts the job queue on first use, because most commands do not need the queue. */
export type LazyJobs = {
  start(): Promise<JobQueue>
  stop(): Promise<void>
}

export function createLazyJobs(options: { database: Database; logger: Logger; tracer: Tracer }): LazyJobs {
  let queue: Promise<JobQueue> | undefined
  return {
    start() {
      queue ??= startJobQueue(options).catch((error: unknown) => {
        queue = undefined
        throw error
      })
      return queue
    },
    async stop() {
      await (await queue?.catch(() => undefined))?.stop()
    },
  }
}
