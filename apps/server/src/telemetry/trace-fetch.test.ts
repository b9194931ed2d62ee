import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTracer, type Span } from '@touchstone/common'
import { expect, test } from 'vitest'
import { freePort, waitUntil } from '../../../../test/support/processes.ts'
import { startTraceCollector } from '../../../../test/support/trace-collector.ts'
import { createOtlpExporter } from './otlp.ts'
import { traceFetch } from './trace-fetch.ts'

const span = (name: string): Span => ({
  ...{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name, kind: 'client', startMs: 1000.5, endMs: 1002 },
  ...{ isError: true, attributes: { text: 'x', whole: 2, part: 0.5, flag: true } },
})

test('reports requests to other services by host, without their paths', async () => {
  const server = createServer((request, response) => {
    response.writeHead(request.url?.includes('missing') ? 404 : 200).end('ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const closed = `127.0.0.1:${await freePort()}`
  const spans: Span[] = []
  const tracer = createTracer({ report: (each) => void spans.push(each) })
  const end = traceFetch(tracer)
  const scope = tracer.open('request-1')
  await tracer.within(scope, async () => {
    await (await fetch(`http://${host}/address/zelda?key=secret`)).text()
    await (await fetch(`http://${host}/missing`, { method: 'POST', body: 'zelda' })).text()
    await fetch(`http://${closed}/zelda`).catch(() => undefined)
  })
  // Requests that belong to no request of a caller are not reported.
  await (await fetch(`http://${host}/own`)).text()
  end()
  await tracer.within(scope, async () => await (await fetch(`http://${host}/after`)).text())
  expect(spans.map(({ name, isError }) => [name, isError])).toEqual([
    [`GET ${host}`, false],
    [`POST ${host}`, true],
    [`GET ${closed}`, true],
  ])
  expect(spans[0]).toMatchObject({
    ...{ parentSpanId: scope.spanId, traceId: scope.traceId },
    attributes: { 'server.address': host, 'http.request.method': 'GET', 'http.response.status_code': 200 },
  })
  expect(JSON.stringify(spans)).not.toMatch(/zelda|secret|missing/)
  server.closeAllConnections()
  server.close()
})

test('sends spans to a collector in OTLP, and tries again if it fails', async () => {
  const collector = await startTraceCollector()
  const lines: string[] = []
  const log = (_: object, message: string) => void lines.push(message)
  const logger = { debug: log, info: log, warn: log, error: log }
  const headers = { 'x-key': 'k' }
  const exporter = createOtlpExporter({ endpoint: `${collector.url}/`, headers, version: '1.2.3', logger })
  collector.failures.push(503)
  exporter.report(span('first'))
  await waitUntil(() => collector.spans.length === 1, 10_000, 'the span')
  expect(collector.spans[0]).toEqual({
    ...{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), parentSpanId: undefined, name: 'first', kind: 3 },
    ...{ ms: 1.5, isError: true, attributes: { text: 'x', whole: 2, part: 0.5, flag: true } },
  })
  expect(collector.resource).toMatchObject({ 'service.name': 'touchstone', 'service.version': '1.2.3' })
  expect(collector.headers[0]).toMatchObject(headers)
  // What is left is sent at the end. A collector that is gone is logged once and delays nothing.
  exporter.report(span('last'))
  await exporter.close()
  expect(collector.spans.map(({ name }) => name)).toEqual(['first', 'last'])
  await collector.stop()
  const gone = createOtlpExporter({ endpoint: collector.url, version: '1', logger })
  gone.report(span('lost'))
  await gone.close()
  expect(lines).toEqual(['traces could not be sent to the collector'])
})
