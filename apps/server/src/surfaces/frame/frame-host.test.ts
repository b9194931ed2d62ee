import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildBareServer } from '../../../../../test/support/bare-server.ts'

let app: FastifyInstance
beforeAll(async () => {
  app = (await buildBareServer({ TOUCHSTONE_FRAME_HOST: 'verify.example.com' })).app
})
afterAll(() => app.close())

const ask = (host: string, url: string) => app.inject({ url, headers: { host } })

test.each(['/widget/style.css', '/frame/keys/manifest.json', '/frame/models/blazeface.json'])(
  "serves %s only on the frame's host name",
  async (url) => {
    expect((await ask('verify.example.com', url)).statusCode).toBe(200)
    expect((await ask('VERIFY.example.com:8443', url)).statusCode).toBe(200)
    expect((await ask('other.example.com', url)).statusCode).toBe(404)
  },
)

test('does not serve the page or its API on another host', async () => {
  for (const url of ['/?appId=M1', '/phone', '/provider-return', '/objection'])
    expect((await ask('other.example.com', url)).statusCode, url).toBe(404)
  const call = await ask('other.example.com', '/frame/api/view')
  expect(call.statusCode).toBe(404)
  expect(call.json()).toMatchObject({ error: { code: 'path.unknown' } })
})

test('answers unknown calls, and calls made before it is ready, in the format that pages expect', async () => {
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

test('rejects too many page loads per second and reports how long to wait', async () => {
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
