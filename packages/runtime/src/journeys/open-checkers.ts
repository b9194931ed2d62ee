import {
  createFaceChecker,
  type FaceChecker,
  type FaceModelSet,
  faceLimitsOf,
  openGallery,
  readFaceModels,
} from '@touchstone/biometrics'
import { type Clock, createFairQueue, type Logger, type Tracer, workBusy } from '@touchstone/common'
import { developmentKeys, openVerifier } from '@touchstone/credential'
import { createDocumentReader } from '@touchstone/documents'
import { openScreening, type ScreeningContext } from '@touchstone/screening'
import type { Database } from '@touchstone/storage'
import type { Checkers } from '@touchstone/verification'
import { faceprintKeySetting } from '../settings/faceprint-key-setting.ts'
import type { Settings } from '../settings/read-settings.ts'
import { openWorkQueue, type WorkQueue } from '../work/open-work-queue.ts'

const queueLimits = { faces: 100, documents: 50 }
/**
 * The time limit for one task. It includes the time in the queue, which is long when many people verify at
 * once.
 */
const timeLimitMs = 120_000

/**
 * A thread that has been idle for this long ends and releases the models and OCR data that it has loaded.
 */
const idleMs = 5 * 60_000

/** The checkers and the number of threads that they use. */
export type OpenCheckers = Checkers & {
  /** The number of threads that measure faces, in this process or in workers. */
  faceThreads(): number
  /** Set if workers read documents and measure faces. */
  readonly queue: WorkQueue | undefined
  close(): Promise<void>
}

/** Opens each checker on first use. If opening fails, the next use tries again. */
export function openCheckers(options: {
  settings: Settings
  database: Database
  clock: Clock
  logger: Logger
  tracer?: Tracer
  screening: ScreeningContext
  /** The models that have faceprints in the gallery. */
  enrolledModels: readonly string[]
}): OpenCheckers {
  const { settings, database, clock, logger } = options
  const closers: (() => Promise<void> | void)[] = []
  const once = <Checker extends { close(): Promise<void> | void }>(open: () => Promise<Checker>) => {
    let opened: Promise<Checker> | undefined
    return () => {
      opened ??= open().then(
        (checker) => {
          closers.push(() => checker.close())
          return checker
        },
        (error: unknown) => {
          opened = undefined
          throw error
        },
      )
      return opened
    }
  }
  let models: FaceModelSet | undefined
  const faceModels = () => {
    models ??= readFaceModels(settings.faceModels, options.enrolledModels)
    return models
  }
  const { verificationWork, workerKey } = settings
  const queue =
    verificationWork === 'workers' && workerKey !== undefined
      ? openWorkQueue({ database, workerKey, logger, queueLimits, timeLimitMs, tracer: options.tracer })
      : undefined
  if (queue) closers.push(() => queue.close())
  const documentsHere = once(async () =>
    createDocumentReader({
      ...{ workers: settings.documentWorkers, queueLimit: queueLimits.documents, timeLimitMs, idleMs },
    }),
  )
  const openFaces = once(async () => {
    const faces = createFaceChecker({
      ...{ workers: settings.faceWorkers, queueLimit: queueLimits.faces, timeLimitMs, idleMs },
      models: faceModels(),
    })
    return await withOwnModels(faces, faceModels(), logger)
  })
  const facesHere = async () => {
    const faces = await openFaces()
    // If all threads have ended, new threads load the models while the person reads the instructions, not
    // during the recording.
    if (faces.load().running === 0)
      for (let thread = 0; thread < settings.faceWorkers; thread++) faces.prepare().catch(() => undefined)
    return faces
  }
  // The pools run tasks in order of arrival, so the queue passes a task to a pool only when a thread is free.
  const inTurn = (threads: number, queueLimit: number) =>
    createFairQueue({ seats: () => threads, queueLimit, refuse: workBusy })
  const documentTurns = inTurn(settings.documentWorkers, queueLimits.documents)
  const faceTurns = inTurn(settings.faceWorkers, queueLimits.faces)
  const documentsOf: Checkers['documents'] = async (merchant) => {
    const reader = await documentsHere()
    return {
      read: (input) => documentTurns.run(merchant, () => reader.read(input)),
      readAddressProof: (input) => documentTurns.run(merchant, () => reader.readAddressProof(input)),
    }
  }
  const facesOf: Checkers['faces'] = async (merchant) => {
    const faces = await facesHere()
    return {
      measureFrames: (input) => faceTurns.run(merchant, () => faces.measureFrames(input)),
      measurePicture: (input) => faceTurns.run(merchant, () => faces.measurePicture(input)),
    }
  }
  return {
    documents: queue?.documents ?? documentsOf,
    faces: queue?.faces ?? facesOf,
    queue,
    faceThreads: () => queue?.faceThreads() ?? settings.faceWorkers,
    faceLimits: () => faceLimitsOf(faceModels()),
    gallery: once(() => openGallery({ database, clock, keys: faceprintKeySetting(settings) })),
    screening: once(() => openScreening(options.screening)),
    verifier: once(() =>
      openVerifier({
        keys: settings.credentialKeys ?? developmentKeys,
        production: settings.production,
        clock,
        workers: 1,
        idleMs,
      }),
    ),
    async close() {
      for (const close of closers.splice(0).reverse()) await close()
    },
  }
}

/** Opens and tests ONNX models before the first capture, and logs the engine that runs them. */
async function withOwnModels(
  faces: FaceChecker,
  { embeddings, liveness }: FaceModelSet,
  logger: Logger,
): Promise<FaceChecker> {
  const isOwn = liveness || embeddings.some((each) => each !== 'built-in')
  if (!isOwn) return faces
  try {
    const { engines } = await faces.prepare()
    const { embedding: model, formerEmbeddings, passive } = faces.version
    const fields = { engine: engines.join(', '), embedding: model, formerEmbeddings, passive }
    logger.info(fields, 'using ONNX face models')
    return faces
  } catch (error) {
    await faces.close()
    throw error
  }
}
