import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type CollectedSpan = {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  kind: number
  ms: number
  isError: boolean
  attributes: Record<string, unknown>
}

type OtlpValue = { stringValue?: string; intValue?: string; boolValue?: boolean; doubleValue?: number }
type OtlpAttributes = { key: string; value: OtlpValue }[]
type OtlpSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  status: { code?: number }
  attributes: OtlpAttributes
}
type OtlpRequest = {
  resourceSpans: { resource: { attributes: OtlpAttributes }; scopeSpans: { spans: OtlpSpan[] }[] }[]
}

/** A collector that accepts OTLP over HTTP in JSON, and refuses everything that the protocol does not allow. */
export async function startTraceCollector(): Promise<{
  url: string
  spans: CollectedSpan[]
  /** The bodies, as received. */
  bodies: string[]
  headers: Record<string, unknown>[]
  /** Responses to the next requests. */
  failures: number[]
  resource: Record<string, unknown>
  stop(): Promise<void>
}> {
  const spans: CollectedSpan[] = []
  const bodies: string[] = []
  const headers: Record<string, unknown>[] = []
  const failures: number[] = []
  const resource: Record<string, unknown> = {}
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const failure = failures.shift()
    const isRight = request.method === 'POST' && request.url === '/v1/traces'
    if (failure !== undefined || !isRight || request.headers['content-type'] !== 'application/json') {
      response.writeHead(failure ?? 400).end()
      return
    }
    bodies.push(body)
    headers.push(request.headers)
    const { resourceSpans } = JSON.parse(body) as OtlpRequest
    for (const { resource: from, scopeSpans } of resourceSpans) {
      Object.assign(resource, attributesOf(from.attributes))
      spans.push(...scopeSpans.flatMap((scope) => scope.spans.map(spanOf)))
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...{ url: `http://127.0.0.1:${port}`, spans, bodies, headers, failures, resource },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function spanOf(span: OtlpSpan): CollectedSpan {
  const { traceId, spanId, parentSpanId, name, kind, status, attributes } = span
  const isId = (id: string, length: number) => id.length === length && /^[0-9a-f]+$/.test(id)
  if (!isId(traceId, 32) || !isId(spanId, 16)) throw new Error('a span has an invalid id')
  const ms = Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6
  return {
    ...{ traceId, spanId, parentSpanId, name, kind, ms },
    ...{ isError: status.code === 2, attributes: attributesOf(attributes) },
  }
}

function attributesOf(attributes: OtlpAttributes): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.boolValue ?? value.doubleValue ?? Number(value.intValue),
    ]),
  )
}
