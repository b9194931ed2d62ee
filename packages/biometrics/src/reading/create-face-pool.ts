import { imageLimits, refuseLarge } from '@touchstone/images/decode'
import { createWorkPool, workerFile } from '@touchstone/workers'
import type { FoundFace } from '../engine/face-models.ts'
import type { Measured, PictureOrder, WorkerModels } from './faces-worker.ts'

/** The threads that measure faces. Decisions are made outside these threads. */
export type FacePool = {
  measure(order: { pictures: PictureOrder[]; near?: readonly FoundFace[] }): Promise<Measured[]>
  /** Opens the models in a thread and returns the engines that run the operator's models. */
  prepare(): Promise<{ engines: string[] }>
  load(): { waiting: number; running: number }
  close(): Promise<void>
}

const defaultTimeLimitMs = 60_000
/** The JavaScript heap limit of one thread. The models use additional memory. */
const heapLimitMb = 512

export function createFacePool(options: {
  workers: number
  queueLimit: number
  timeLimitMs?: number
  idleMs?: number
  models: WorkerModels
}): FacePool {
  const pool = createWorkPool({
    file: workerFile(import.meta.url, './faces-worker.ts'),
    workers: options.workers,
    queueLimit: options.queueLimit,
    timeLimitMs: options.timeLimitMs ?? defaultTimeLimitMs,
    idleMs: options.idleMs ?? Number.POSITIVE_INFINITY,
    heapLimitMb,
    given: options.models,
  })
  return {
    async measure(order) {
      for (const { bytes } of order.pictures) refuseLarge(bytes, imageLimits.maxBytes)
      return await pool.run<Measured[]>('measure', order)
    },
    prepare: () => pool.run('prepare', null),
    load: () => pool.load(),
    close: () => pool.close(),
  }
}
