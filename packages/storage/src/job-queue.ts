import type { Logger } from '@touchstone/common'
import PgBoss from 'pg-boss'
import type { Database } from './database.ts'
import { withStoreLock } from './store-lock.ts'

/**
 * Durable background work on the same store. A job is kept until it is done: a process that dies in the middle
 * leaves it to the next one, so that a handler must bear to run twice.
 */
export type JobQueue = {
  /** Handles jobs of one name, one at a time per process. */
  work<Data extends object>(name: string, handle: (data: Data) => Promise<void>): Promise<void>
  send<Data extends object>(name: string, data: Data): Promise<void>
  /** Sends a job at every tick of a cron expression (UTC), once for all nodes together. */
  schedule(name: string, cron: string): Promise<void>
  stop(): Promise<void>
}

export async function startJobQueue(options: { database: Database; logger: Logger }): Promise<JobQueue> {
  const { database, logger } = options
  const boss = new PgBoss({
    schema: 'jobs',
    db: { executeSql: (text, values) => database.run(text, values as unknown[]) },
  })
  boss.on('error', (error) => logger.error({ reason: error.message }, 'job queue failed'))
  await boss.start()

  const known = new Map<string, Promise<void>>()
  const ensureQueue = (name: string) => {
    // Nodes that start together would lock the same tables in different orders.
    const creating = known.get(name) ?? withStoreLock(database, 'job-queues', () => boss.createQueue(name))
    known.set(name, creating)
    return creating
  }

  return {
    async work<Data extends object>(name: string, handle: (data: Data) => Promise<void>) {
      await ensureQueue(name)
      await boss.work<Data>(name, async (jobs) => {
        for (const job of jobs) {
          await handle(job.data)
          logger.info({ job: name, id: job.id }, 'job done')
        }
      })
    },
    async send(name, data) {
      await ensureQueue(name)
      await boss.send(name, data, { retryLimit: 10, retryBackoff: true })
    },
    async schedule(name, cron) {
      await ensureQueue(name)
      await boss.schedule(name, cron, {}, { tz: 'UTC' })
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 5000, close: false })
    },
  }
}
