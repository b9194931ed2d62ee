import { systemClock } from '@touchstone/common'
import { type DestinationStream, destination, type Logger, pino } from 'pino'

/**
 * Fields are chosen, never dumped: no body, no URL, no header is ever logged. The redaction is a second line of
 * defence for a field that somebody logs by accident.
 */
const secretFields = [
  'apiKey',
  'api_key',
  'accessToken',
  'account',
  'userAccount',
  'email',
  'login',
  'secret',
  'password',
  'authorization',
  'url',
  'body',
  'headers',
  'query',
]

export type Loggers = {
  /** For everything but requests. */
  general: Logger
  /** For the one line a request: its fields are fixed, so that it does without the cost of the redaction. */
  requests: Logger
}

export function createLoggers(options: { level: string; stream?: DestinationStream }): Loggers {
  const redacted = secretFields.flatMap((field) => [field, `*.${field}`])
  const stream = options.stream ?? destination({ dest: 1, sync: false })
  const shared = {
    level: options.level,
    base: null,
    timestamp,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  const redact = { paths: redacted, censor: '[hidden]' }
  return {
    general: pino({ ...shared, redact, serializers: { err: describeError } }, stream),
    requests: pino(shared, stream),
  }
}

let lastTime = 0
let lastTimestamp = ''

/** Many lines fall into one millisecond: its text is made once. */
function timestamp(): string {
  const now = systemClock.now()
  if (now !== lastTime) {
    lastTime = now
    lastTimestamp = `,"time":"${new Date(now).toISOString()}"`
  }
  return lastTimestamp
}

/** The type, code and place of an error. A driver's `detail` may quote values of a row and stays out. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    reason: error.message,
    stack: error.stack?.split('\n').filter((line) => line.startsWith('    at ')),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}
