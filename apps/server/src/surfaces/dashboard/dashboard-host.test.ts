import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildBareServer } from '../../../../../test/support/bare-server.ts'

const own = 'console.example.com'
let app: FastifyInstance
let anyHost: FastifyInstance
beforeAll(async () => {
  app = (await buildBareServer({ TOUCHSTONE_DASHBOARD_HOST: own })).app
  anyHost = (await buildBareServer()).app
})
afterAll(async () => {
  await app.close()
  await anyHost.close()
})

const ask = (of: FastifyInstance, host: string, url: string) => of.inject({ url, headers: { host } })

test.each(['/dashboard', '/dashboard/people', '/dashboard/reviews/show/1'])(
  "serves %s only on the dashboard's host name",
  async (url) => {
    for (const host of [own, `${own.toUpperCase()}:8443`]) {
      const answer = await ask(app, host, url)
      expect([answer.statusCode, answer.headers['content-type']], host).toEqual([
        200,
        expect.stringContaining('text/html'),
      ])
    }
    for (const host of ['api.example.com', `${own}.evil.example`, 'localhost'])
      expect((await ask(app, host, url)).statusCode, host).toBe(404)
    expect((await ask(anyHost, 'api.example.com', url)).statusCode, 'without the setting').toBe(200)
  },
)

test('rejects a dashboard call on another host, regardless of its headers', async () => {
  for (const url of ['/dashboard/api/session', '/dashboard/api/operator/health', '/dashboard/api/nothing']) {
    const answer = await ask(app, 'api.example.com', url)
    expect([answer.statusCode, answer.json()], url).toMatchObject([404, { error: { code: 'path.unknown' } }])
  }
  const forwarded = await app.inject({
    url: '/dashboard/api/session',
    headers: { host: 'api.example.com', 'x-forwarded-host': own },
  })
  expect(forwarded.statusCode, 'a header from an unknown proxy').toBe(404)
  expect((await ask(app, own, '/dashboard/api/session')).statusCode, 'nobody is signed in').toBe(401)
})
