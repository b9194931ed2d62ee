import { type Logger, OperatorError, type Tracer, workBusy } from '@touchstone/common'
import {
  countJobs,
  createWorkClient,
  createWorkKey,
  type Database,
  type LaneState,
  selectProcesses,
  type WorkerState,
} from '@touchstone/storage'
import type { Checkers } from '@touchstone/verification'
import { lanes, remoteDocuments, remoteFaces } from './work-tasks.ts'

/** The queue through which this process passes tasks to workers. */
export type WorkQueue = Pick<Checkers, 'documents' | 'faces'> & {
  /** The total number of face threads across all workers, as last read from the store. */
  faceThreads(): number
  /** Returns the state of all workers and the number of jobs on all nodes, for the operator. */
  show(): Promise<{ workers: WorkerState[]; lanes: LaneState[] }>
  close(): Promise<void>
}

export function openWorkQueue(options: {
  database: Database
  workerKey: string
  logger: Logger
  queueLimits: { faces: number; documents: number }
  timeLimitMs: number
  tracer?: Tracer | undefined
}): WorkQueue {
  const { database, logger, queueLimits, timeLimitMs, tracer } = options
  const key = createWorkKey(options.workerKey)
  const client = createWorkClient({
    ...{ database, key, logger, queueLimits, timeLimitMs },
    ...(tracer && { tracer }),
  })
  const hasWorkers = async () => (await client.workers()).length > 0
  return {
    async faces(merchant) {
      if (await hasWorkers()) return remoteFaces(client, merchant)
      throw new OperatorError({
        code: 'worker.none',
        message: "No worker with this service's key is running.",
        remedy: 'Start one with: npx touchstone worker',
      })
    },
    async documents(merchant) {
      if (await hasWorkers()) return remoteDocuments(client, merchant)
      throw workBusy()
    },
    faceThreads: () =>
      client.lastWorkers().reduce((sum, { threads }) => sum + (threads[lanes.faces] ?? 0), 0) || 1,
    show: async () => ({
      workers: await selectProcesses(database, key.id),
      lanes: await countJobs(database),
    }),
    close: () => client.close(),
  }
}
