import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/server.ts'
import { demoTimeout } from '../support/timeouts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    env: {
      TOUCHSTONE_ADMIN_GATEWAY_HOST: 'admin.example.com',
      TOUCHSTONE_OPENAPI_HOST: 'open.example.com',
      TOUCHSTONE_AUTH_HOST: 'auth.example.com',
    },
  })
}, demoTimeout)
afterAll(() => server.stop())

/** Sends a request with any Host header, because fetch does not allow callers to set this header. */
function askAs(host: string, method: string, path: string, body?: object) {
  return new Promise<{ http: number; body: { code?: number } }>((resolve, reject) => {
    const { hostname, port } = new URL(server.url)
    const payload = body && JSON.stringify(body)
    const headers = { host, ...(payload && { 'content-type': 'application/json' }) }
    const outgoing = request({ hostname, port, method, path, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () =>
        resolve({ http: response.statusCode ?? 0, body: text.startsWith('{') ? JSON.parse(text) : {} }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end(payload)
  })
}

test('serves a surface on its own host name, with any port and letter case', async () => {
  const { mchNo, apiKey, programNo } = server.demo
  const users = { mchNo, apiKey, programNo, page: 1 }
  const path = '/zkseradmin/openapi/kyc/getUsersList'
  expect(await askAs('admin.example.com', 'POST', path, users)).toMatchObject({ body: { code: 80000000 } })
  expect(await askAs('ADMIN.example.com:8443', 'POST', path, users)).toMatchObject({
    body: { code: 80000000 },
  })
  const statistics = `/kyc/v1/status?mch_no=${mchNo}&api_key=${apiKey}`
  expect(await askAs('open.example.com', 'GET', statistics)).toMatchObject({ http: 200, body: { code: 200 } })
  const token = { apiKey, appId: mchNo, apiModePermission: 1, lv: 2 }
  expect(await askAs('auth.example.com', 'POST', '/api/token/get', token)).toMatchObject({
    body: { code: 80000000 },
  })
})

test('serves a bound surface only on its host, and returns "not found" for its paths on other hosts', async () => {
  const { mchNo, apiKey, programNo } = server.demo
  const users = { mchNo, apiKey, programNo, page: 1 }
  for (const host of ['localhost', 'open.example.com', 'auth.example.com', 'evil.example']) {
    expect(await askAs(host, 'POST', '/zkseradmin/openapi/kyc/getUsersList', users), host).toMatchObject({
      http: 404,
      body: { code: 80000005 },
    })
  }
  const statistics = `/kyc/v1/status?mch_no=${mchNo}&api_key=${apiKey}`
  expect(await askAs('admin.example.com', 'GET', statistics)).toMatchObject({
    http: 404,
    body: { code: 404 },
  })
  expect(await askAs('admin.example.com', 'GET', '/.well-known/jwks.json')).toMatchObject({ http: 404 })
})

test("answers unknown paths on a bound host in that host's envelope", async () => {
  expect(await askAs('auth.example.com', 'GET', '/nothing')).toMatchObject({ body: { code: 80000005 } })
  expect(await askAs('open.example.com', 'GET', '/nothing')).toMatchObject({ body: { code: 404 } })
})

test('serves the health endpoints on every host', async () => {
  expect(await askAs('anything.example', 'GET', '/health/live')).toMatchObject({ http: 200 })
})
