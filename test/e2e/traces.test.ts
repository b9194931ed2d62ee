import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { waitUntil } from '../support/processes.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { demoTimeout } from '../support/timeouts.ts'
import { startTraceCollector } from '../support/trace-collector.ts'

let collector: Awaited<ReturnType<typeof startTraceCollector>>
let server: TestServer
beforeAll(async () => {
  collector = await startTraceCollector()
  server = await startTestServer({
    engine: 'server',
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b' },
  })
}, demoTimeout)
afterAll(async () => {
  await server.stop()
  await collector.stop()
})

test('sends each request and its queries as one trace, without personal data', async () => {
  const { mchNo, apiKey, programNo } = server.demo
  const gateway = `${server.url}/zkseradmin/openapi`
  const account = server.wallets.get('KYC Passed') ?? ''
  const { headers } = await ask(`${gateway}/queryKycInfoByAddress`, {
    body: { mchNo, apiKey, programNo, account, chainId: '137' },
  })
  await ask(`${gateway}/queryKycInfoByAddress`, {
    body: { mchNo, apiKey, programNo, account: 'zelda.private@example.com', chainId: '137' },
  })
  const id = headers.get('x-request-id')
  const request = () => collector.spans.find(({ attributes }) => attributes['touchstone.request'] === id)
  await waitUntil(() => request() !== undefined, 10_000, 'the trace')
  expect(request()).toMatchObject({
    ...{ name: 'queryKycInfoByAddress', kind: 2, parentSpanId: undefined, isError: false },
    attributes: {
      'http.request.method': 'POST',
      'http.response.status_code': 200,
      'touchstone.operation': 'queryKycInfoByAddress',
      'touchstone.code': 80000000,
    },
  })
  const steps = collector.spans.filter(({ parentSpanId }) => parentSpanId === request()?.spanId)
  expect(steps.length).toBeGreaterThan(0)
  expect(steps.map(({ traceId }) => traceId)).toEqual(steps.map(() => request()?.traceId))
  expect(steps.map(({ attributes }) => attributes['db.collection.name'])).toContain('api_key')
  for (const { ms } of steps) expect(ms).toBeLessThanOrEqual((request()?.ms ?? 0) + 1)
  expect(collector.headers[0]).toMatchObject({ 'x-key': 'a b' })

  const sent = collector.bodies.join('\n')
  for (const secret of [account, account.toLowerCase(), 'zelda', apiKey, apiKey.split('.').at(-1) ?? apiKey])
    expect(sent).not.toContain(secret)
})
