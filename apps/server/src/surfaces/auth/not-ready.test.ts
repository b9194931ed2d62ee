import { accessOperations } from '@touchstone/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BareServer, buildBareServer } from '../../../../../test/support/bare-server.ts'

let server: BareServer
beforeAll(async () => {
  server = await buildBareServer()
})
afterAll(() => server.app.close())

const origin = 'https://shop.example.com'
const checks = [accessOperations.checkGrant.path, accessOperations.checkMeidBinding.path]

for (const phase of ['starting', 'stopping'] as const) {
  test.each(checks)(`${phase}: lets a page from another site see that %s is not ready`, async (url) => {
    server.phase.current = phase
    const preflight = await server.app.inject({
      method: 'OPTIONS',
      url,
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
    })
    const answer = await server.app.inject({ method: 'POST', url, headers: { origin }, payload: {} })
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ code: 80000004, data: null })
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['access-control-expose-headers']).toContain('retry-after')
    expect(answer.headers['retry-after']).toBe('2')
  })

  test(`${phase}: does not let pages from other sites call an operation that requires a key`, async () => {
    server.phase.current = phase
    const { path: url } = accessOperations.getAccessToken
    const answer = await server.app.inject({ method: 'POST', url, headers: { origin }, payload: {} })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  })
}
