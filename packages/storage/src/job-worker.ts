import type { Logger, TraceCarrier, Tracer } from '@touchstone/common'
import type PgBoss from 'pg-boss'

export type JobWorker = {
  /** Polls for jobs immediately. */
  wake(): void
  /** Stops fetching jobs and waits briefly for running jobs. Leaves unfinished jobs to another process. */
  stop(): Promise<void>
}

const stopWithinMs = 5000

/** The member of a job's data that names the request that sent the job. */
export const carrierMember = '$trace'

/**
 * Fetches jobs with one name up to the concurrency limit, and fetches more when a job is done. The library's
 * own worker would poll separately for each concurrent job and start jobs only when it polls.
 */
export function startJobWorker<Data extends object>(options: {
  boss: PgBoss
  name: string
  handle: (data: Data) => Promise<void>
  concurrency: number
  pollMs: number
  logger: Logger
  tracer: Tracer
}): JobWorker {
  const { boss, name, handle, concurrency, pollMs, logger, tracer } = options
  const running = new Map<string, Promise<void>>()
  let stopped = false
  let woken = false
  let endPause: (() => void) | undefined
  const wake = () => {
    woken = true
    endPause?.()
  }

  const run = async ({ id, data: stored }: PgBoss.Job<Data>) => {
    const { [carrierMember]: carrier, ...data } = (stored ?? {}) as Data & { [carrierMember]?: TraceCarrier }
    const attributes = { 'touchstone.job': name, 'touchstone.job.id': id }
    // The error is already logged.
    await tracer
      .resume(carrier, `job ${name}`, attributes, () => runTraced(id, data as unknown as Data))
      .catch(() => {})
  }

  const runTraced = async (id: string, data: Data) => {
    const startedAt = performance.now()
    try {
      await handle(data)
      await boss.complete(name, id)
      logger.info({ job: name, id, ms: Math.round(performance.now() - startedAt) }, 'job done')
    } catch (error) {
      logger.warn({ job: name, id, err: error }, 'job failed')
      // The reason is only logged, because data stored with the job would remain for days.
      await boss.fail(name, id, {}).catch(() => {})
      throw error
    }
  }

  const take = async () => {
    const free = concurrency - running.size
    if (free <= 0) return
    for (const job of await boss.fetch<Data>(name, { batchSize: free })) {
      const work = run(job).finally(() => {
        running.delete(job.id)
        wake()
      })
      running.set(job.id, work)
    }
  }

  const pause = () =>
    new Promise<void>((resolve) => {
      if (woken || stopped) return resolve()
      const timer = setTimeout(() => endPause?.(), pollMs)
      endPause = () => {
        clearTimeout(timer)
        endPause = undefined
        resolve()
      }
    })

  const loop = (async () => {
    while (!stopped) {
      woken = false
      await take().catch((error: unknown) => {
        logger.error({ job: name, reason: (error as Error).message }, 'job queue failed')
        woken = false
      })
      await pause()
    }
  })()

  return {
    wake,
    async stop() {
      stopped = true
      wake()
      await loop
      let timer: NodeJS.Timeout | undefined
      const moment = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, stopWithinMs)
      })
      await Promise.race([Promise.allSettled(running.values()), moment])
      clearTimeout(timer)
      const left = [...running.keys()]
      // If the store is unavailable, the jobs can't be marked as failed, so they are retried when they
      // expire.
      if (left.length > 0) await boss.fail(name, left, {}).catch(() => {})
    },
  }
}
