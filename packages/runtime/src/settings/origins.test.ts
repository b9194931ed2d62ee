import { expect, test } from 'vitest'
import { isOriginShared, isServedOverHttps } from './origins.ts'
import { readSettings } from './read-settings.ts'

const read = (env: Record<string, string>) => readSettings({ env })
const hosts = (dashboard: string, frame: string) => ({
  TOUCHSTONE_DASHBOARD_HOST: dashboard,
  TOUCHSTONE_FRAME_HOST: frame,
})

test.each([
  ['no host name', {}, true],
  ['a host name for the dashboard only', { TOUCHSTONE_DASHBOARD_HOST: 'admin.example.com' }, true],
  ['a host name for the page only', { TOUCHSTONE_FRAME_HOST: 'verify.example.com' }, true],
  ['one host name for both', hosts('kyc.example.com', 'kyc.example.com'), true],
  ['two host names', hosts('admin.example.com', 'verify.example.com'), false],
])('detects with %s whether the dashboard and the verification page share an origin', (_, env, isShared) => {
  expect(isOriginShared(read(env))).toBe(isShared)
})

test('assumes https in production or if the public URL uses https', () => {
  const production = { NODE_ENV: 'production', TOUCHSTONE_SECRET: 'f'.repeat(16) + '0123456789abcdef' }
  expect(isServedOverHttps(read(production))).toBe(true)
  expect(isServedOverHttps(read({ PUBLIC_URL: 'https://verify.example.com' }))).toBe(true)
  expect(isServedOverHttps(read({ PUBLIC_URL: 'http://localhost:8080' }))).toBe(false)
  expect(isServedOverHttps(read({}))).toBe(false)
})
