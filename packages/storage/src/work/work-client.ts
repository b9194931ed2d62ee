import { randomUUID } from 'node:crypto'
import { type Logger, type Tracer, workBusy, workTooLong } from '@touchstone/common'
import type { Database } from '../database.ts'
import { decodeMessage, encodeMessage } from './encode-message.ts'
import { outputOf } from './work-answer.ts'
import type { JobSeal, WorkKey } from './work-key.ts'
import { withRequest } from './work-request.ts'
import {
  deleteExpiredWork,
  deleteJobs,
  insertJob,
  type NewJob,
  selectJobs,
  selectProcesses,
  takeResults,
  type WorkerState,
} from './work-store.ts'

/** Submits jobs to the worker processes that share a key, and returns the results. */
export type WorkClient = {
  /**
   * Runs a task on a worker. `input` and the result are JSON values that can contain bytes. `owner` is the
   * merchant for which the task runs. Owners take turns.
   */
  run(lane: string, task: string, input: unknown, owner?: string): Promise<unknown>
  /** Returns the running worker processes that have this client's key. The result is at most a second old. */
  workers(): Promise<readonly WorkerState[]>
  /** Returns the result of the last call to `workers` without waiting. */
  lastWorkers(): readonly WorkerState[]
  /** Returns how many of this process's jobs in a lane do not have a result yet. */
  pending(lane: string): number
  close(): Promise<void>
}

/**
 * Interval at which results are read while a job is pending. On average, polling delays a result by half of
 * this interval.
 */
const pollMs = 40
/** Interval at which the client checks for jobs that were lost or have used all their attempts. */
const checkEveryMs = 1000
const workersKeptMs = 1000
/** How often expired rows, such as those of a killed process, are deleted while nothing is pending. */
const tidyEveryMs = 60_000

type Pending = {
  row: NewJob
  job: JobSeal
  resolve(output: unknown): void
  reject(error: Error): void
}

export function createWorkClient(options: {
  database: Database
  key: WorkKey
  logger: Logger
  /** Maximum number of this process's pending jobs, by lane. */
  queueLimits: Readonly<Record<string, number>>
  /** Time limit of a job, including its time in the queue. Its row is kept for the same length of time. */
  timeLimitMs: number
  /** Connects the log lines of workers with the requests whose work they do. */
  tracer?: Tracer
}): WorkClient {
  const { database, key, logger, queueLimits, timeLimitMs, tracer } = options
  const pending = new Map<string, Pending>()
  let polling: Promise<void> | undefined
  let closed = false
  let workers: { read: Promise<WorkerState[]>; at: number } | undefined
  let lastWorkers: readonly WorkerState[] = []

  const tidy = () =>
    deleteExpiredWork(database).catch((error: unknown) => {
      logger.warn({ reason: (error as Error).message }, 'expired work could not be deleted')
    })
  let tidied = tidy()
  const tidying = setInterval(() => {
    tidied = tidied.then(tidy)
  }, tidyEveryMs)
  tidying.unref()

  const settle = (id: string, act: (job: Pending) => void) => {
    const found = pending.get(id)
    pending.delete(id)
    if (found) act(found)
  }

  const readResults = async () => {
    for (const { id, result } of await takeResults(database, [...pending.keys()])) {
      settle(id, ({ job, resolve, reject }) => {
        try {
          resolve(outputOf(decodeMessage(job.open('result', result))))
        } catch (error) {
          reject(error as Error)
        }
      })
    }
  }

  const checkJobs = async () => {
    const ids = [...pending.keys()]
    const found = new Map((await selectJobs(database, ids)).map((each) => [each.id, each]))
    for (const id of ids) {
      const row = found.get(id)
      const lost = pending.get(id)
      // Submits the job again, because a crash of the database server empties the table.
      if (row === undefined && lost) await insertJob(database, lost.row)
      if (!row?.isGivenUp) continue
      await deleteJobs(database, [id])
      settle(id, ({ reject }) => reject(new Error('no worker could do the work')))
    }
    await deleteExpiredWork(database)
  }

  const poll = async () => {
    let checkedAt = performance.now()
    while (pending.size > 0 && !closed) {
      try {
        await readResults()
        if (performance.now() - checkedAt > checkEveryMs) {
          checkedAt = performance.now()
          await checkJobs()
        }
      } catch (error) {
        // Reading is retried while jobs are pending; each job's time limit ensures that the retries end.
        logger.warn({ reason: (error as Error).message }, 'worker results could not be read')
      }
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
    polling = undefined
  }

  return {
    async run(lane, task, input, owner = '') {
      const inLane = [...pending.values()].filter(({ row }) => row.lane === lane)
      const own = inLane.filter(({ row }) => row.owner === owner).length
      // An owner can have at most as many tasks as the queue has free places, so that a place remains for other
      // owners.
      if (closed || own >= (queueLimits[lane] ?? 0) - inLane.length) throw workBusy()
      const place = { id: randomUUID(), lane, task }
      const { wrapped, job } = key.createJob(place)
      const sealed = job.seal('input', encodeMessage(withRequest(input, tracer?.request())))
      const row = { ...place, owner, keyId: key.id, jobKey: wrapped, input: sealed, keptMs: timeLimitMs }
      const inserted = insertJob(database, row)
      let timer: NodeJS.Timeout | undefined
      try {
        return await new Promise((resolve, reject) => {
          pending.set(place.id, { row, job, resolve, reject })
          timer = setTimeout(() => settle(place.id, () => reject(workTooLong())), timeLimitMs)
          // Polling starts after the insert, because a job that is not in the table yet would be treated as
          // lost.
          inserted.then(() => {
            polling ??= poll()
          }, reject)
        })
      } catch (error) {
        await inserted.then(() => deleteJobs(database, [place.id])).catch(() => undefined)
        throw error
      } finally {
        clearTimeout(timer)
        pending.delete(place.id)
      }
    },

    async workers() {
      if (workers === undefined || performance.now() - workers.at > workersKeptMs) {
        const read = selectProcesses(database, key.id).then((all) =>
          all.filter((each) => each.isAlive && each.hasKey),
        )
        workers = { read, at: performance.now() }
        // A failed read must not be cached.
        read.catch(() => {
          workers = undefined
        })
      }
      lastWorkers = await workers.read
      return lastWorkers
    },
    lastWorkers: () => lastWorkers,
    pending: (lane) => [...pending.values()].filter(({ row }) => row.lane === lane).length,

    async close() {
      closed = true
      for (const id of [...pending.keys()]) settle(id, ({ reject }) => reject(workBusy()))
      clearInterval(tidying)
      await Promise.all([polling, tidied])
    },
  }
}
