import { createManualClock } from '@touchstone/common'
import { readSettings } from '@touchstone/runtime'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildServer } from '../../build-server.ts'
import { createMemoryLimiter } from '../../plugins/rate-limit/memory-limiter.ts'
import type { Services } from '../../services.ts'
import { createLoggers } from '../../telemetry/logger.ts'
import { createMetrics } from '../../telemetry/metrics.ts'

let app: FastifyInstance
beforeAll(async () => {
  const clock = createManualClock(Date.UTC(2026, 10, 15))
  const settings = readSettings({ env: { TOUCHSTONE_FRAME_HOST: 'verify.example.com' }, folder: '/nowhere' })
  const loggers = createLoggers({ level: 'silent' })
  // The surface itself, without a store: nothing here gets as far as one.
  const services = {
    runtime: { settings, clock },
    accessDesk: { merchantByNo: async () => undefined },
    limiter: createMemoryLimiter(clock),
    metrics: createMetrics({ chainJobs: async () => [] }),
    logger: loggers.general,
    requestLogger: loggers.requests,
    phase: { current: 'serving' },
  } as unknown as Services
  app = await buildServer(services, { demo: undefined, url: '' })
})
afterAll(() => app.close())

const ask = (host: string, url: string) => app.inject({ url, headers: { host } })

test.each(['/widget/style.css', '/frame/keys/manifest.json', '/frame/models/blazeface.json'])(
  'with a host name of its own %s is served there, and only there',
  async (url) => {
    expect((await ask('verify.example.com', url)).statusCode).toBe(200)
    expect((await ask('VERIFY.example.com:8443', url)).statusCode).toBe(200)
    expect((await ask('other.example.com', url)).statusCode).toBe(404)
  },
)

test('nor is the page, or a call of it, answered elsewhere', async () => {
  for (const url of ['/?appId=M1', '/phone', '/provider-return'])
    expect((await ask('other.example.com', url)).statusCode, url).toBe(404)
  const call = await ask('other.example.com', '/frame/api/view')
  expect(call.statusCode).toBe(404)
  expect(call.json()).toMatchObject({ error: { code: 'path.unknown' } })
})

test('a call of a page that is not there, or not yet, is answered in the form that pages read', async () => {
  const unknown = await ask('verify.example.com', '/frame/api/nothing')
  expect(unknown.statusCode).toBe(404)
  expect(unknown.json()).toMatchObject({ error: { code: 'path.unknown', retryable: false } })
  const wrong = await app.inject({
    method: 'POST',
    url: '/frame/api/session',
    headers: { host: 'verify.example.com', 'content-type': 'application/json' },
    payload: '{"lv":',
  })
  expect(wrong.statusCode).toBe(400)
  expect(wrong.json()).toMatchObject({ error: { code: 'parameter.body' } })
})

test('more pages a second than one person opens are refused, with the time to wait', async () => {
  const open = () =>
    app.inject({
      method: 'POST',
      url: '/frame/api/hand-off/claim',
      headers: { host: 'verify.example.com', 'content-type': 'application/json' },
      payload: JSON.stringify({ code: 'x'.repeat(43) }),
    })
  const answers = await Promise.all(Array.from({ length: 8 }, open))
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused).toHaveLength(3)
  expect(refused[0]?.headers['retry-after']).toBe('1')
  expect(refused[0]?.json()).toMatchObject({ error: { code: 'rate-limit', retryable: true } })
})
