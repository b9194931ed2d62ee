import { randomUUID } from 'node:crypto'
import { type Logger, workBusy, workTooLong } from '@touchstone/common'
import type { Database } from '../database.ts'
import { decodeMessage, encodeMessage } from './encode-message.ts'
import { outputOf } from './work-answer.ts'
import type { JobSeal, WorkKey } from './work-key.ts'
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

/** Submits work to the processes that share a key, and returns its results. */
export type WorkClient = {
  /** `input` and the result are JSON that may contain bytes. */
  run(lane: string, task: string, input: unknown): Promise<unknown>
  /** The living processes that take the work of this client; the answer is at most a second old. */
  workers(): Promise<readonly WorkerState[]>
  /** The living processes when they were last read, without waiting. */
  lastWorkers(): readonly WorkerState[]
  /** Number of jobs of this process without a result. */
  pending(lane: string): number
  close(): Promise<void>
}

/** How often results are read while a job is pending. On average they are read half of this time after their end. */
const pollMs = 40
/** How often the client looks for jobs that were lost or given up. */
const checkEveryMs = 1000
const workersKeptMs = 1000

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
  /** How many jobs of this process may be pending in each lane. */
  queueLimits: Readonly<Record<string, number>>
  /** Time limit of one job including its wait, and the retention period of its row. */
  timeLimitMs: number
}): WorkClient {
  const { database, key, logger, queueLimits, timeLimitMs } = options
  const pending = new Map<string, Pending>()
  let polling: Promise<void> | undefined
  let closed = false
  let workers: { read: Promise<WorkerState[]>; at: number } | undefined
  let lastWorkers: readonly WorkerState[] = []

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
      // A crash of the database server empties the table.
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
        // Each job has a time limit, so this does not go on for ever.
        logger.warn({ reason: (error as Error).message }, 'results of workers could not be read')
      }
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
    polling = undefined
  }

  return {
    async run(lane, task, input) {
      const load = [...pending.values()].filter(({ row }) => row.lane === lane).length
      if (closed || load >= (queueLimits[lane] ?? 0)) throw workBusy()
      const place = { id: randomUUID(), lane, task }
      const { wrapped, job } = key.createJob(place)
      const sealed = job.seal('input', encodeMessage(input))
      const row = { ...place, keyId: key.id, jobKey: wrapped, input: sealed, keptMs: timeLimitMs }
      const inserted = insertJob(database, row)
      let timer: NodeJS.Timeout | undefined
      try {
        return await new Promise((resolve, reject) => {
          pending.set(place.id, { row, job, resolve, reject })
          timer = setTimeout(() => settle(place.id, () => reject(workTooLong())), timeLimitMs)
          // Started after the insert, so that the job does not look lost.
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
        // A failed read is not kept.
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
      await polling
    },
  }
}
