import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTracer, type Span } from './tracer.ts'

test('carries the id of a request across asynchronous calls and into jobs, without reporting spans', async () => {
  const tracer = createTracer()
  expect([tracer.isOn, tracer.request(), tracer.carrier()]).toEqual([false, undefined, undefined])
  const scope = tracer.open('request-1')
  const carrier = await tracer.within(scope, async () => {
    await pause(1)
    expect(tracer.request()).toBe('request-1')
    return tracer.carrier()
  })
  expect(carrier).toEqual({ request: 'request-1' })
  expect(tracer.request()).toBeUndefined()
  const seen = await tracer.resume(carrier, 'job x', {}, async () => {
    await pause(1)
    return tracer.request()
  })
  expect(seen).toBe('request-1')
  expect(await tracer.resume(undefined, 'job x', {}, async () => tracer.request())).toBeUndefined()
})

test('reports the steps of a request and of its job as one trace', async () => {
  const spans: Span[] = []
  const tracer = createTracer({ report: (span) => void spans.push(span) })
  const scope = tracer.open('request-1')
  const carrier = tracer.within(scope, () => {
    tracer.ended({ name: 'select a', kind: 'client', ms: 5, isError: false, attributes: { rows: 1 } })
    return tracer.carrier()
  })
  tracer.end(scope, { name: 'getThing', kind: 'server', isError: false, attributes: { code: 200 } })
  await expect(
    tracer.resume(carrier, 'job x', {}, async () => {
      tracer.ended({ name: 'update b', kind: 'client', ms: 1, isError: true, attributes: {} })
      throw new Error('failed')
    }),
  ).rejects.toThrow('failed')
  // Nothing is reported outside of requests and jobs.
  tracer.ended({ name: 'select c', kind: 'client', ms: 1, isError: false, attributes: {} })

  const [select, request, update, job] = spans
  expect(spans.map(({ name, kind, isError }) => [name, kind, isError])).toEqual([
    ['select a', 'client', false],
    ['getThing', 'server', false],
    ['update b', 'client', true],
    ['job x', 'consumer', true],
  ])
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
  expect(request?.traceId).toMatch(/^[0-9a-f]{32}$/)
  expect(request?.parentSpanId).toBeUndefined()
  expect([select?.parentSpanId, job?.parentSpanId]).toEqual([request?.spanId, request?.spanId])
  expect(update?.parentSpanId).toBe(job?.spanId)
  expect((select?.endMs ?? 0) - (select?.startMs ?? 0)).toBeCloseTo(5, 3)
})

test('reports only a share of the requests, and all steps of those', () => {
  const spans: Span[] = []
  const tracer = createTracer({ report: (span) => void spans.push(span), ratio: 0.3 })
  for (let count = 0; count < 1000; count++) {
    const scope = tracer.open(String(count))
    tracer.within(scope, () =>
      tracer.ended({ name: 'step', kind: 'client', ms: 1, isError: false, attributes: {} }),
    )
    tracer.end(scope, { name: 'request', kind: 'server', isError: false, attributes: {} })
  }
  const named = (name: string) => spans.filter((span) => span.name === name).length
  expect(named('request')).toBe(named('step'))
  expect(named('request')).toBeGreaterThan(200)
  expect(named('request')).toBeLessThan(400)
})
