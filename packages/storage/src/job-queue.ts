import { randomUUID } from 'node:crypto'
import type { Logger } from '@touchstone/common'
import PgBoss from 'pg-boss'
import type { Database } from './database.ts'
import { type JobWorker, startJobWorker } from './job-worker.ts'
import { withStoreLock } from './store-lock.ts'

/**
 * Durable background work on the same store. A job is kept until it is done: a process that dies in the middle
 * leaves it to the next one, so that a handler must bear to run twice.
 */
export type JobQueue = {
  work<Data extends object>(
    name: string,
    handle: (data: Data) => Promise<void>,
    options?: WorkOptions,
  ): Promise<void>
  send<Data extends object>(name: string, data: Data, options?: SendOptions): Promise<void>
  /** Sends a job at every tick of a cron expression (UTC), once for all nodes together. */
  schedule(name: string, cron: string): Promise<void>
  /** How many jobs stand where, of all nodes together. Those that failed for good are kept for some days. */
  counts(): Promise<JobCounts[]>
  stop(): Promise<void>
}

export type JobCounts = {
  name: string
  waiting: number
  running: number
  failed: number
  /** Of those that wait and could have begun: since when the longest does. */
  waitingSince: Date | null
}

export type WorkOptions = {
  /** Jobs of this name at one time, for each process; 1 unless said. */
  concurrency?: number
  /** How often the store is asked for jobs of other processes; those of this one begin at once. */
  pollSeconds?: number
}

export type SendOptions = {
  afterSeconds?: number
  /** While a job of this name and key waits to begin, another one is not added. */
  key?: string
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
    // Nodes that start together would lock the same tables in different orders. The policy lets one job of a key wait.
    const create = () => boss.createQueue(name, { name, policy: 'short' })
    const creating = known.get(name) ?? withStoreLock(database, 'job-queues', create)
    known.set(name, creating)
    return creating
  }
  const workers = new Map<string, JobWorker>()

  return {
    async work<Data extends object>(
      name: string,
      handle: (data: Data) => Promise<void>,
      { concurrency = 1, pollSeconds = 2 }: WorkOptions = {},
    ) {
      if (workers.has(name)) throw new Error(`the jobs ${name} have a worker already`)
      await ensureQueue(name)
      const pollMs = pollSeconds * 1000
      workers.set(name, startJobWorker({ boss, name, handle, concurrency, pollMs, logger }))
    },
    async send(name, data, { afterSeconds, key } = {}) {
      await ensureQueue(name)
      await boss.send(name, data, {
        retryLimit: 10,
        retryBackoff: true,
        // The policy takes jobs without a key for one and the same.
        singletonKey: key ?? randomUUID(),
        ...(afterSeconds !== undefined && { startAfter: afterSeconds }),
      })
      if (afterSeconds === undefined) workers.get(name)?.wake()
    },
    async schedule(name, cron) {
      await ensureQueue(name)
      await boss.schedule(name, cron, {}, { tz: 'UTC' })
    },
    async counts() {
      const { rows } = await database.run(`
        select queue.name,
          (count(job.id) filter (where job.state in ('created', 'retry')))::int as waiting,
          (count(job.id) filter (where job.state = 'active'))::int as running,
          (count(job.id) filter (where job.state = 'failed'))::int as failed,
          min(job.start_after) filter (where job.state in ('created', 'retry') and job.start_after <= now())
            as "waitingSince"
        from jobs.queue left join jobs.job on job.name = queue.name
        where queue.name not like '\\_\\_%' group by queue.name order by queue.name`)
      return rows as JobCounts[]
    },
    async stop() {
      await Promise.all([...workers.values()].map((worker) => worker.stop()))
      await boss.stop({ graceful: true, timeout: 5000, close: false })
    },
  }
}
