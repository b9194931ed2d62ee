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
        "Run the service on a PostgreSQL server, and set DATABASE_URL for the worker. Without a PostgreSQL server, the service does the workers' work in its own process.",
    })
  }
  checkKey(settings, 'A worker')
  if (settings.production && (settings.secret !== undefined || settings.oldSecret !== undefined)) {
    throw new OperatorError({
      code: 'worker.secret',
      message: 'NODE_ENV=production does not allow a worker with TOUCHSTONE_SECRET.',
      remedy:
        'Remove TOUCHSTONE_SECRET and TOUCHSTONE_OLD_SECRET from its settings: workers do not need them.',
    })
  }
}

/** Checks the settings of a service that passes document and face tasks to workers. */
export function checkQueueSettings(settings: Needed): void {
  if (settings.databaseUrl === undefined) {
    throw new OperatorError({
      code: 'settings.workers',
      message: 'VERIFICATION_WORK=workers needs DATABASE_URL: workers cannot open an embedded store.',
      remedy: 'Set DATABASE_URL, or remove VERIFICATION_WORK.',
    })
  }
  checkKey(settings, 'VERIFICATION_WORK=workers')
}

function checkKey({ production, workerKey, secret, oldSecret }: Needed, what: string): void {
  const refuse = (message: string) =>
    new OperatorError({ code: 'settings.worker-key', message, remedy: makeKey })
  if (workerKey === undefined) throw refuse(`${what} needs TOUCHSTONE_WORKER_KEY.`)
  if (workerKey === secret || workerKey === oldSecret)
    throw refuse('TOUCHSTONE_WORKER_KEY is the master secret, which workers must not have.')
  if (production && isEasyToGuess(workerKey))
    throw refuse('NODE_ENV=production rejects this TOUCHSTONE_WORKER_KEY, because it is easy to guess.')
}

/** The example value from the documentation, which is public. */
const published = 'replace-me-with-at-least-32-characters-of-your-own'

/** Returns whether a secret is the published example or a single repeated character. */
export function isEasyToGuess(secret: string): boolean {
  return secret === published || /^(.)\1*$/.test(secret)
}
