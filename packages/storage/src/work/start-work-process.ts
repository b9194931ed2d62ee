import { randomUUID } from 'node:crypto'
import type { Logger } from '@touchstone/common'
import type { Database } from '../database.ts'
import { decodeMessage, encodeMessage } from './encode-message.ts'
import { answerOf } from './work-answer.ts'
import type { WorkKey } from './work-key.ts'
import { takeRequest } from './work-request.ts'
import {
  type ClaimedJob,
  claimJobs,
  deleteExpiredWork,
  deleteProcess,
  extendLeases,
  recordProcess,
  releaseJobs,
  storeResult,
  workLimits,
} from './work-store.ts'

/**
 * A kind of work: the function that runs a job, and the maximum number of jobs that a process runs at a time.
 */
export type WorkLane = { threads: number; run(task: string, input: unknown): Promise<unknown> }

export type WorkProcess = {
  /**
   * Stops claiming jobs, waits briefly for running jobs and returns unfinished ones to the queue. Deletes the
   * process from the list.
   */
  stop(): Promise<void>
}

/** Interval at which a process checks for jobs: short for some time after a job, long otherwise. */
const pollMs = { busy: 40, idle: 250 }
const busyMs = 10_000
const stopWithinMs = 8000

/** Runs jobs from the queue until it is stopped. If a process dies, another process claims its jobs. */
export async function startWorkProcess(options: {
  database: Database
  key: WorkKey
  /** A name that is shown to the operator. It does not have to be unique. */
  name: string
  version: string
  lanes: Readonly<Record<string, WorkLane>>
  logger: Logger
}): Promise<WorkProcess> {
  const { database, key, name, version, lanes, logger } = options
  const workerId = randomUUID()
  const threads = Object.fromEntries(Object.entries(lanes).map(([lane, each]) => [lane, each.threads]))
  const running = new Map<string, { lane: string; ended: Promise<void> }>()
  let [done, failed] = [0, 0]
  let stopped = false
  let lastWorkAt = Number.NEGATIVE_INFINITY
  let endPause = () => {}
  let outage = false

  const run = async (lane: string, { id, task, jobKey, input }: ClaimedJob) => {
    const startedAt = performance.now()
    let request: string | undefined
    try {
      const job = key.openJob({ id, lane, task }, jobKey)
      const order = takeRequest(decodeMessage(job.open('input', input)))
      request = order.request
      const answer = await answerOf(async () => await lanes[lane]?.run(task, order.input))
      const result = job.seal('result', encodeMessage(answer))
      await storeResult(database, { workerId, id, result })
      done += 1
      logger.info({ lane, task, request, ms: Math.round(performance.now() - startedAt) }, 'work done')
    } catch (error) {
      failed += 1
      logger.error({ lane, task, request, reason: (error as Error).name }, 'work failed')
      await releaseJobs(database, { workerId, ids: [id] }).catch(() => undefined)
    }
  }

  const take = async () => {
    for (const [lane, { threads: most }] of Object.entries(lanes)) {
      const free = most - [...running.values()].filter((each) => each.lane === lane).length
      if (free <= 0 || stopped) continue
      for (const job of await claimJobs(database, { workerId, lane, keyId: key.id, most: free })) {
        lastWorkAt = performance.now()
        const ended = run(lane, job).finally(() => {
          running.delete(job.id)
          endPause()
        })
        running.set(job.id, { lane, ended })
      }
    }
  }

  const beat = async () => {
    await recordProcess(database, {
      ...{ id: workerId, name, version, keyId: key.id, threads, running: running.size, done, failed },
    })
    if (running.size > 0) await extendLeases(database, { workerId, ids: [...running.keys()] })
    await deleteExpiredWork(database)
  }

  /** Logs an outage of the store only once. The process continues when the store responds again. */
  const trying = async (work: () => Promise<void>) => {
    try {
      await work()
      if (outage) logger.info({}, 'the store responds again')
      outage = false
    } catch (error) {
      if (!outage) logger.error({ reason: (error as Error).message }, 'the store does not respond')
      outage = true
    }
  }

  const pause = () =>
    new Promise<void>((resolve) => {
      const isBusy = performance.now() - lastWorkAt < busyMs
      const timer = setTimeout(() => endPause(), isBusy ? pollMs.busy : pollMs.idle)
      endPause = () => {
        clearTimeout(timer)
        endPause = () => {}
        resolve()
      }
    })

  // An error in the first heartbeat is thrown, so that a missing table or permission is reported at startup.
  await beat()
  let beating = Promise.resolve()
  const heart = setInterval(() => {
    beating = beating.then(() => trying(beat))
  }, workLimits.beatMs)
  const loop = (async () => {
    while (!stopped) {
      await trying(take)
      if (!stopped) await pause()
    }
  })()

  return {
    async stop() {
      stopped = true
      endPause()
      await loop
      let timer: NodeJS.Timeout | undefined
      const moment = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, stopWithinMs)
      })
      await Promise.race([Promise.all([...running.values()].map(({ ended }) => ended)), moment])
      clearTimeout(timer)
      clearInterval(heart)
      await beating
      await trying(async () => {
        await releaseJobs(database, { workerId, ids: [...running.keys()] })
        await deleteProcess(database, workerId)
      })
    },
  }
}
