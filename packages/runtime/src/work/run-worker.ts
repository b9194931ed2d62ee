import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type Logger, OperatorError } from '@touchstone/common'
import type { Settings } from '../settings/read-settings.ts'
import { checkWorkerSettings } from '../settings/worker-settings.ts'

/**
 * The time limit of the checkers in a worker. The service's limit, which includes the time in the queue, is
 * usually reached first.
 */
const timeLimitMs = 120_000
/**
 * How long idle threads of the document reader keep their memory. The face checker never releases its models,
 * because a worker has to respond quickly; the document reader starts again within a second.
 */
const idleMs = 30 * 60_000

/**
 * Takes document and face tasks from the queue until the signal fires. Opens no data folder and needs no
 * master secret. Its database role only needs access to the queue's tables.
 */
export async function runWorker(options: {
  settings: Settings
  /** The worker's name in Health. Defaults to the host name with a random suffix. */
  name?: string
  version: string
  logger: Logger
  signal: AbortSignal
  onReady?: (worker: { name: string; faces: number; documents: number }) => void
}): Promise<void> {
  const { settings, version, logger, signal, name = `${hostname()}-${randomUUID().slice(0, 4)}` } = options
  checkWorkerSettings(settings)
  // Loaded when a worker starts, because the command line imports this file for every command.
  const [biometrics, { createDocumentReader }, storage, { workLanes }] = await Promise.all([
    import('@touchstone/biometrics'),
    import('@touchstone/documents'),
    import('@touchstone/storage'),
    import('./work-tasks.ts'),
  ])
  const { createFaceChecker, faceprintsByModel, readFaceModels } = biometrics
  const { createWorkKey, openServer, startWorkProcess } = storage
  const { databaseUrl = '', workerKey = '', faceWorkers, documentWorkers } = settings
  const database = await openServer({
    url: databaseUrl,
    setting: 'DATABASE_URL',
    poolSize: settings.databasePoolSize,
    prepare: settings.databasePrepare,
    onConnectionError: (error) => logger.warn({ reason: error.message }, 'database connection lost'),
  })
  const closers: (() => Promise<void>)[] = [() => database.close()]
  try {
    // A database user without permission to read faceprints cannot list the models in use. The worker then
    // measures faces with all packaged models, which is slower.
    const enrolled = await faceprintsByModel(database).then(
      (found) => found.map(({ model }) => model),
      () => [biometrics.builtInEmbedding, biometrics.facepluginEmbedding],
    )
    const faces = createFaceChecker({
      ...{ workers: faceWorkers, queueLimit: faceWorkers, timeLimitMs },
      models: readFaceModels(settings.faceModels, enrolled),
    })
    closers.push(() => faces.close())
    const documents = createDocumentReader({
      ...{ workers: documentWorkers, queueLimit: documentWorkers, timeLimitMs, idleMs },
    })
    closers.push(() => documents.close())
    // Prepare the models now, so that an unusable model is reported at startup and not during the first
    // person's recording.
    await faces.prepare()
    const threads = { faces: faceWorkers, documents: documentWorkers }
    const worker = await startWorkProcess({
      ...{ database, key: createWorkKey(workerKey), name, version, logger },
      lanes: workLanes({ faces, documents }, threads),
    }).catch((cause: unknown) => {
      throw new OperatorError({
        code: 'worker.store',
        message: `The work queue cannot be used: ${(cause as Error).message}.`,
        remedy:
          'First start a service of the same version, because it creates the tables. Then check the rights of the database user (docs/scaling.md).',
        cause,
      })
    })
    closers.push(() => worker.stop())
    options.onReady?.({ name, ...threads })
    if (!signal.aborted)
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  } finally {
    for (const close of closers.reverse()) await close()
  }
}
