import { OperatorError } from '@touchstone/common'

type Needed = {
  production: boolean
  databaseUrl: string | undefined
  workerKey: string | undefined
  secret: string | undefined
  oldSecret: string | undefined
}

const makeKey =
  'Set it to the same random value on every node and worker. Create one with: openssl rand -hex 32'

/** Checks the settings of a worker, which takes tasks from the queue. */
export function checkWorkerSettings(settings: Needed): void {
  if (settings.databaseUrl === undefined) {
    throw new OperatorError({
      code: 'worker.embedded-store',
      message: 'A worker needs DATABASE_URL: only one process can open an embedded store.',
      remedy:
        'Run the service on a PostgreSQL server, and set DATABASE_URL for the worker. Without one, the server process does this work itself.',
    })
  }
  if (settings.workerKey === undefined) throw noKey('A worker')
  if (settings.production && (settings.secret !== undefined || settings.oldSecret !== undefined)) {
    throw new OperatorError({
      code: 'worker.secret',
      message: 'NODE_ENV=production does not allow a worker with TOUCHSTONE_SECRET.',
      remedy:
        'Remove TOUCHSTONE_SECRET and TOUCHSTONE_OLD_SECRET from its settings: workers do not need them.',
    })
  }
}

/** Checks the settings of a service that leaves this work to workers. */
export function checkQueueSettings(settings: Needed): void {
  if (settings.databaseUrl === undefined) {
    throw new OperatorError({
      code: 'settings.workers',
      message: 'VERIFICATION_WORK=workers needs DATABASE_URL: workers cannot open an embedded store.',
      remedy: 'Set DATABASE_URL, or remove VERIFICATION_WORK.',
    })
  }
  if (settings.workerKey === undefined) throw noKey('VERIFICATION_WORK=workers')
}

function noKey(what: string): OperatorError {
  return new OperatorError({
    code: 'settings.worker-key',
    message: `${what} needs TOUCHSTONE_WORKER_KEY.`,
    remedy: makeKey,
  })
}
