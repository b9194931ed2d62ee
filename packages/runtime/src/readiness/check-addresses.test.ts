import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from '../settings/read-settings.ts'
import { checkOrigins, checkProxy } from './check-addresses.ts'

/** Starts a proxy whose answers depend on the headers that it passes to the service. */
async function startProxy(answer: { passesUnderscores?: boolean; https?: boolean; live?: string }) {
  const server = createServer((request, response) => {
    if (answer.https !== false) response.setHeader('strict-transport-security', 'max-age=1')
    if (request.url === '/health/live') return response.end(JSON.stringify({ status: answer.live ?? 'live' }))
    response.statusCode = statusFor(request, answer.passesUnderscores !== false)
    return response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const statusFor = ({ headers }: IncomingMessage, passes: boolean) => (passes && headers.api_key ? 401 : 400)
const settingsFor = (publicUrl: string | undefined, env: Record<string, string> = {}) => ({
  ...readSettings({ folder: '/', env }),
  ...{ production: true, publicUrl },
})
const behind = { TOUCHSTONE_TRUST_PROXY: '127.0.0.1' }

test('accepts a proxy that passes the headers', async () => {
  const url = await startProxy({})
  expect(await checkProxy(settingsFor(url, behind))).toMatchObject({ state: 'good' })
})

test.each([
  ['drops headers with an underscore', { passesUnderscores: false }, behind, 'underscores_in_headers'],
  ['reports http', { https: false }, behind, 'X-Forwarded-Proto'],
  ['is not trusted', {}, {}, 'TOUCHSTONE_TRUST_PROXY'],
  ['leads to another program', { live: 'hello' }, behind, 'Check that browsers reach it'],
])('reports a proxy that %s', async (_, answer, env, remedy) => {
  const found = await checkProxy(settingsFor(await startProxy(answer), env as Record<string, string>))
  expect(found.state).not.toBe('good')
  expect(found.remedy).toContain(remedy)
})

test('reports an address that does not respond as a note, because this machine may not reach it', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const found = await checkProxy(settingsFor(`http://127.0.0.1:${port}`, behind))
  expect(found).toMatchObject({ state: 'note', found: expect.stringContaining('ECONNREFUSED') })
})

test('reports a missing public address in production, and nothing in development', async () => {
  expect(await checkProxy(settingsFor(undefined))).toMatchObject({ state: 'wrong' })
  expect(await checkProxy(readSettings({ folder: '/', env: {} }))).toMatchObject({ state: 'good' })
})

test('asks for two host names in production', () => {
  const hosts = {
    TOUCHSTONE_DASHBOARD_HOST: 'console.example.com',
    TOUCHSTONE_FRAME_HOST: 'verify.example.com',
  }
  expect(checkOrigins(settingsFor(undefined))).toMatchObject({ state: 'note' })
  expect(checkOrigins(settingsFor(undefined, hosts))).toMatchObject({ state: 'good' })
})
