import { createTracer, systemClock, type Tracer } from '@touchstone/common'
import type { Settings } from '@touchstone/runtime'
import { type DestinationStream, destination, type Logger, pino } from 'pino'
import { version } from '../version.ts'
import { createOtlpExporter, type OtlpExporter } from './otlp.ts'

/**
 * Names of the fields that are redacted. Log fields are chosen individually, and bodies, URLs and headers are
 * never logged. Redaction is a second safeguard against fields that are logged by accident.
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
  /** Logger for everything except requests. */
  general: Logger
  /** Logger for requests. It skips the costly redaction, because its log lines have fixed fields. */
  requests: Logger
  /** Connects log lines, jobs and spans with the requests that caused them. */
  tracer: Tracer
  /** Sends the last spans. */
  close(): Promise<void>
}

export function createLoggers(options: {
  level: string
  stream?: DestinationStream
  otlp?: Settings['otlp']
}): Loggers {
  const { otlp } = options
  let exporter: OtlpExporter | undefined
  const tracer = createTracer(otlp && { ratio: otlp.ratio, report: (span) => exporter?.report(span) })
  const redacted = secretFields.flatMap((field) => [field, `*.${field}`])
  const stream = options.stream ?? destination({ dest: 1, sync: false })
  const shared = {
    level: options.level,
    base: null,
    timestamp,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  const redact = { paths: redacted, censor: '[hidden]' }
  const mixin = () => {
    const request = tracer.request()
    return request === undefined ? {} : { request }
  }
  const general = pino({ ...shared, redact, mixin, serializers: { err: describeError } }, stream)
  if (otlp) exporter = createOtlpExporter({ ...otlp, version, logger: general })
  return {
    general,
    requests: pino(shared, stream),
    tracer,
    async close() {
      await exporter?.close()
    },
  }
}

let lastTime = 0
let lastTimestamp = ''

/** Many lines are written in the same millisecond, so the formatted time is cached. */
function timestamp(): string {
  const now = systemClock.now()
  if (now !== lastTime) {
    lastTime = now
    lastTimestamp = `,"time":"${new Date(now).toISOString()}"`
  }
  return lastTimestamp
}

/**
 * Returns the type, code and stack of an error. The `detail` of a driver error is omitted, because it can
 * quote row values.
 */
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
