import { randomUUID } from 'node:crypto'
import { createTracer, type Logger, type Tracer } from '@touchstone/common'
import PgBoss from 'pg-boss'
import type { Database } from './database.ts'
import { carrierMember, type JobWorker, startJobWorker } from './job-worker.ts'
import { withStoreLock } from './store-lock.ts'

/**
 * Durable background jobs in the same store. A job remains in the store until it is done. If its process
 * dies, another process runs the job again, so handlers must be idempotent.
 */
export type JobQueue = {
  work<Data extends object>(
    name: string,
    handle: (data: Data) => Promise<void>,
    options?: WorkOptions,
  ): Promise<void>
  send<Data extends object>(name: string, data: Data, options?: SendOptions): Promise<void>
  /**
   * Sends a job at every tick of a cron expression (UTC). Each tick sends one job, even with several nodes.
   */
  schedule(name: string, cron: string): Promise<void>
  /** Counts the jobs on all nodes by state. Jobs that failed permanently are kept for several days. */
  counts(): Promise<JobCounts[]>
  stop(): Promise<void>
}

export type JobCounts = {
  name: string
  waiting: number
  running: number
  failed: number
  /** When the oldest due job became due. */
  waitingSince: Date | null
}

export type WorkOptions = {
  /** Number of jobs with this name that run concurrently per process. Defaults to 1. */
  concurrency?: number
  /**
   * Interval at which the queue is polled for jobs from other processes. Jobs from this process start
   * immediately.
   */
  pollSeconds?: number
}

export type SendOptions = {
  afterSeconds?: number
  /** Skips the job if another job with this name and key is waiting. */
  key?: string
  /** Replaces the data and delay of the waiting job with the same key instead of skipping this job. */
  replaces?: boolean
}

export async function startJobQueue(options: {
  database: Database
  logger: Logger
  /** Connects jobs with the requests that send them. */
  tracer?: Tracer
}): Promise<JobQueue> {
  const { database, logger, tracer = createTracer() } = options
  const boss = new PgBoss({
    schema: 'jobs',
    db: { executeSql: (text, values) => database.run(text, values as unknown[]) },
  })
  boss.on('error', (error) => logger.error({ reason: error.message }, 'job queue failed'))
  await boss.start()

  const known = new Map<string, Promise<void>>()
  const ensureQueue = (name: string) => {
    // Queues are created by one node at a time, because nodes that start at the same time would lock tables
    // in different orders and deadlock. The queue's policy allows one waiting job per key.
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
      if (workers.has(name)) throw new Error(`the queue ${name} already has a worker`)
      await ensureQueue(name)
      const pollMs = pollSeconds * 1000
      workers.set(name, startJobWorker({ boss, name, handle, concurrency, pollMs, logger, tracer }))
    },
    async send(name, data, { afterSeconds, key, replaces = false } = {}) {
      await ensureQueue(name)
      const carrier = tracer.carrier()
      const traced: object = carrier === undefined ? data : { ...data, [carrierMember]: carrier }
      const sent = await boss.send(name, traced, {
        retryLimit: 10,
        retryBackoff: true,
        // The policy treats all jobs without a key as the same job.
        singletonKey: key ?? randomUUID(),
        ...(afterSeconds !== undefined && { startAfter: afterSeconds }),
      })
      if (sent === null && key !== undefined && replaces)
        // If the waiting job has just started, there is nothing to update, and the started job sends the next
        // one itself.
        await database.run(
          `update jobs.job set data = $3::text::jsonb, start_after = now() + $4::float8 * interval '1 second'
           where name = $1 and singleton_key = $2 and state = 'created'`,
          [name, key, JSON.stringify(traced), afterSeconds ?? 0],
        )
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
