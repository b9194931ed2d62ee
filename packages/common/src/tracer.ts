import { AsyncLocalStorage } from 'node:async_hooks'
import { type Random, systemRandom } from './random.ts'

/** Never personal data: names of operations, tables and hosts, codes and counts. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

/** The kinds of OpenTelemetry. */
export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer'

/** A finished step of a request or job. Times are milliseconds since 1970, with fractions. */
export type Span = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: SpanKind
  readonly startMs: number
  readonly endMs: number
  readonly isError: boolean
  readonly attributes: SpanAttributes
}

/** What a job stores, so that its log lines and spans belong to the request that sent it. */
export type TraceCarrier = { readonly request?: string; readonly trace?: string }

/** The request or job for which code runs. It follows asynchronous calls. */
export type TraceScope = {
  readonly request: string | undefined
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  /** Whether spans are reported. */
  readonly isSampled: boolean
  readonly startMs: number
}

export type Tracer = {
  /** Whether any spans are reported. */
  readonly isOn: boolean
  /** Returns the id of the request for which the caller runs, also in a job that the request sent. */
  request(): string | undefined
  /** Returns the scope in which the caller runs. */
  scope(): TraceScope | undefined
  /** Opens the scope of a request. The caller runs its parts with `within` and ends it with `end`. */
  open(request: string): TraceScope
  within<Result>(scope: TraceScope, work: () => Result): Result
  end(
    scope: TraceScope,
    span: { name: string; kind: SpanKind; attributes: SpanAttributes; isError: boolean },
  ): void
  /** Returns what a job has to store. */
  carrier(): TraceCarrier | undefined
  /** Runs a job in the scope of the request that sent it, and reports a span. */
  resume<Result>(
    carrier: TraceCarrier | undefined,
    name: string,
    attributes: SpanAttributes,
    work: () => Promise<Result>,
  ): Promise<Result>
  /** Reports a step that has just ended, if the caller runs for a request or job. */
  ended(step: {
    name: string
    kind: SpanKind
    ms: number
    isError: boolean
    attributes: SpanAttributes
  }): void
}

const nowMs = () => performance.timeOrigin + performance.now()

/** Creates a tracer. Without `report`, it only carries the ids of requests. */
export function createTracer(
  options: {
    report?: (span: Span) => void
    /** The share of requests and jobs whose spans are reported. */
    ratio?: number
    random?: Random
  } = {},
): Tracer {
  const { report, ratio = 1, random = systemRandom } = options
  const scopes = new AsyncLocalStorage<TraceScope>()
  const hex = (bytes: number) => Buffer.from(random.bytes(bytes)).toString('hex')
  const isSampled = () => report !== undefined && random.bytes(4).readUInt32BE() < ratio * 2 ** 32
  const isOn = report !== undefined
  const newScope = (
    request: string | undefined,
    parent?: Pick<TraceScope, 'traceId' | 'spanId' | 'isSampled'>,
  ) => ({
    request,
    // Ids are needed only for spans, and drawing them takes time.
    traceId: isOn ? (parent?.traceId ?? hex(16)) : '',
    spanId: isOn ? hex(8) : '',
    parentSpanId: parent?.spanId,
    isSampled: parent?.isSampled ?? isSampled(),
    startMs: isOn ? nowMs() : 0,
  })
  const end: Tracer['end'] = (scope, { name, kind, attributes, isError }) => {
    if (!scope.isSampled) return
    const { traceId, spanId, parentSpanId, startMs } = scope
    report?.({
      ...{ traceId, spanId, name, kind, startMs, endMs: nowMs(), isError, attributes },
      ...(parentSpanId !== undefined && { parentSpanId }),
    })
  }

  return {
    isOn,
    request: () => scopes.getStore()?.request,
    scope: () => scopes.getStore(),
    open: (request) => newScope(request),
    within: (scope, work) => scopes.run(scope, work),
    end,
    carrier() {
      const scope = scopes.getStore()
      if (scope === undefined) return undefined
      return {
        ...(scope.request !== undefined && { request: scope.request }),
        ...(scope.isSampled && { trace: `00-${scope.traceId}-${scope.spanId}-01` }),
      }
    },
    async resume(carrier, name, attributes, work) {
      const scope = newScope(carrier?.request, parentOf(carrier?.trace))
      let isError = true
      try {
        const result = await scopes.run(scope, work)
        isError = false
        return result
      } finally {
        end(scope, { name, kind: 'consumer', attributes, isError })
      }
    },
    ended({ name, kind, ms, isError, attributes }) {
      const scope = scopes.getStore()
      if (scope === undefined || !scope.isSampled) return
      const { traceId, spanId: parentSpanId } = scope
      const endMs = nowMs()
      report?.({
        traceId,
        spanId: hex(8),
        parentSpanId,
        name,
        kind,
        startMs: endMs - ms,
        endMs,
        isError,
        attributes,
      })
    },
  }
}

/** Reads the form in which W3C Trace Context names a span. */
function parentOf(
  trace: string | undefined,
): Pick<TraceScope, 'traceId' | 'spanId' | 'isSampled'> | undefined {
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(trace ?? '') ?? []
  return traceId === undefined || spanId === undefined ? undefined : { traceId, spanId, isSampled: true }
}
