import { join } from 'node:path'
import { addKeyToFile } from '@touchstone/biometrics'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { buildBareServer } from '../support/bare-server.ts'
import { temporaryFolder } from '../support/spawn.ts'

// A neighbouring host, or a page that a network attacker injects over http, can set cookies for the dashboard's
// host. It must not be able to sign a member's browser in to the attacker's account, or to remove https.

let app: FastifyInstance
afterEach(() => app?.close())

const folder = temporaryFolder()
const keys = join(folder.path, 'faceprint-keys')
addKeyToFile(keys)
afterAll(() => folder.remove())

const production = {
  NODE_ENV: 'production',
  TOUCHSTONE_SECRET: 'correct horse battery staple of our own',
  SMTP_URL: 'smtp://127.0.0.1:1',
  CREDENTIAL_KEYS: '/nowhere',
  FACEPRINT_KEYS: keys,
}

async function start(env: Record<string, string>): Promise<string> {
  app = (await buildBareServer(env)).app
  return await app.listen({ port: 0, host: '127.0.0.1' })
}

/** Returns whether the server looks up a session. The test server has no store, so that the lookup fails. */
async function isLookedUp(url: string, cookie: string): Promise<boolean> {
  const { http } = await ask(`${url}/dashboard/api/session`, { headers: { cookie } })
  expect([401, 500]).toContain(http)
  return http === 500
}

const token = 'a'.repeat(43)

test.each([production, { PUBLIC_URL: 'https://kyc.example' }])(
  'ignores a session cookie that another host could have set (%#)',
  async (env) => {
    const url = await start(env)
    expect(await isLookedUp(url, `touchstone-session=${token}`)).toBe(false)
    // Browsers accept this name only over https, only from the host itself, and only for all of its paths.
    expect(await isLookedUp(url, `__Host-touchstone-session=${token}`)).toBe(true)
    expect(await isLookedUp(url, `touchstone-session=${token}; __Host-touchstone-session=none`)).toBe(false)
  },
)

test('keeps the cookie names over http, where browsers reject the prefix', async () => {
  const url = await start({})
  expect(await isLookedUp(url, `touchstone-session=${token}`)).toBe(true)
})

async function policyOf(env: Record<string, string>, path: string, headers: Record<string, string> = {}) {
  const url = await start(env)
  const answer = await ask(`${url}${path}`, { headers })
  await app.close()
  return answer.headers.get('strict-transport-security')
}

test('requires browsers to use https for the host, both in production and with an https address', async () => {
  const aYear = 'max-age=31536000'
  for (const path of ['/dashboard', '/dashboard/api/session', '/frame', '/health/live', '/nothing'])
    expect(await policyOf(production, path), path).toBe(aYear)
  expect(await policyOf({ PUBLIC_URL: 'https://kyc.example' }, '/dashboard')).toBe(aYear)
  const overHttps = { 'x-forwarded-proto': 'https' }
  expect(await policyOf({ TOUCHSTONE_TRUST_PROXY: '1' }, '/dashboard', overHttps)).toBe(aYear)
})

test('does not require https if the browser uses http', async () => {
  const overHttp = { 'x-forwarded-proto': 'http' }
  const overHttps = { 'x-forwarded-proto': 'https' }
  expect(await policyOf({}, '/dashboard')).toBeNull()
  expect(await policyOf({ PUBLIC_URL: 'http://localhost:7311' }, '/dashboard')).toBeNull()
  expect(await policyOf({}, '/dashboard', overHttps), 'an untrusted header').toBeNull()
  expect(await policyOf({ ...production, TOUCHSTONE_TRUST_PROXY: '1' }, '/dashboard', overHttp)).toBeNull()
})
