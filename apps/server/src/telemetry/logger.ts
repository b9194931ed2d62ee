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

export function createLogger(options: { level: string; stream?: DestinationStream }): Logger {
  const redacted = secretFields.flatMap((field) => [field, `*.${field}`])
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: redacted, censor: '[hidden]' },
      serializers: { err: describeError },
    },
    options.stream ?? destination({ dest: 1, sync: false }),
  )
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
