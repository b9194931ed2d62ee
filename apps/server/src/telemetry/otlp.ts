import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger, Span, SpanAttributes } from '@touchstone/common'

export type OtlpExporter = {
  report(span: Span): void
  /** Sends what is left. */
  close(): Promise<void>
}

const sendEveryMs = 2000
const mostInRequest = 500
/** If the collector does not keep up, the newest spans are dropped, so that memory is bounded. */
const mostWaiting = 10_000
const timeoutMs = 5000
const attempts = 3
const kinds = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const

/** Sends spans to a collector with OTLP over HTTP, in JSON. A collector that fails never delays a request. */
export function createOtlpExporter(options: {
  /** The base URL of the collector, to which `/v1/traces` is added. */
  endpoint: string
  headers?: Readonly<Record<string, string>>
  version: string
  logger: Logger
}): OtlpExporter {
  const { endpoint, headers = {}, version, logger } = options
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const waiting: Span[] = []
  let [dropped, isFailing, isClosed] = [0, false, false]

  const send = async (spans: readonly Span[]) => {
    const body = JSON.stringify(toOtlp(spans, version))
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body,
          signal: AbortSignal.timeout(timeoutMs),
        })
        await response.arrayBuffer()
        if (!response.ok) throw new Error(`status ${response.status}`)
        if (isFailing) logger.info({ dropped }, 'the collector of traces responds again')
        isFailing = false
        return
      } catch (error) {
        if (attempt < attempts && !isClosed) {
          await pause(500 * attempt)
          continue
        }
        dropped += spans.length
        const reason = (error as Error).message
        if (!isFailing) logger.warn({ reason }, 'traces could not be sent to the collector')
        isFailing = true
        return
      }
    }
  }
  let sending = Promise.resolve()
  const flush = () => {
    sending = sending.then(async () => {
      while (waiting.length > 0) await send(waiting.splice(0, mostInRequest))
    })
    return sending
  }
  const timer = setInterval(() => void flush(), sendEveryMs)
  timer.unref()

  return {
    report(span) {
      if (waiting.length < mostWaiting) waiting.push(span)
      else dropped += 1
    },
    async close() {
      clearInterval(timer)
      isClosed = true
      await flush()
    },
  }
}

/** Converts spans to the JSON form of `ExportTraceServiceRequest`. */
function toOtlp(spans: readonly Span[], version: string): object {
  const resource = { 'service.name': 'touchstone', 'service.version': version, 'host.name': hostname() }
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [
          {
            scope: { name: 'touchstone', version },
            spans: spans.map(
              ({ traceId, spanId, parentSpanId, name, kind, startMs, endMs, isError, attributes }) => ({
                ...{ traceId, spanId, ...(parentSpanId !== undefined && { parentSpanId }) },
                ...{ name, kind: kinds[kind], startTimeUnixNano: nanoseconds(startMs) },
                ...{ endTimeUnixNano: nanoseconds(endMs), attributes: attributesOf(attributes) },
                status: isError ? { code: 2 } : {},
              }),
            ),
          },
        ],
      },
    ],
  }
}

/** As text, because the number is too large for a JSON number. */
const nanoseconds = (ms: number) => String(BigInt(Math.round(ms * 1000)) * 1000n)

function attributesOf(attributes: SpanAttributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: typedValue(value) }))
}

function typedValue(value: string | number | boolean): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
