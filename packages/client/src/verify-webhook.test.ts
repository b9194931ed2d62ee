import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifyWebhook } from './verify-webhook.ts'

/**
 * The same signature as in the signer's test. It was created with `openssl dgst -sha256 -hmac`, independently
 * of both implementations.
 */
const secret = 'whsec_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'
const body = '{"id":"6f0d5f4e-8a0c-4b53-9d2e-5a4d8a1f6c11","type":"kyt.watch.level_changed","address":"0xä"}'
const time = 1_794_713_383
const mine = 'v1=f8a4accdc32cb0b6fe95913d21d432d3af917ff94c75072ee29e1932f241d1db'
const old = 'v1=4d8cde3a7f462a1e1876a3625f7fc5f9ce0861d38c13506c09e06fffd870fb93'
const header = `t=${time},${mine}`
const good = { body, header, secret, now: time * 1000 }

test('accepts a known signature', () => {
  expect(verifyWebhook(good)).toBe(true)
  expect(verifyWebhook({ ...good, body: Buffer.from(body) })).toBe(true)
})

test('accepts one valid signature among several, in any order', () => {
  for (const several of [
    `t=${time},${mine},${old}`,
    `t=${time},${old},${mine}`,
    `${old}, ${mine}, t=${time}`,
  ]) {
    expect(verifyWebhook({ ...good, header: several })).toBe(true)
    expect(verifyWebhook({ ...good, header: several, secret: 'whsec_old' })).toBe(true)
    expect(verifyWebhook({ ...good, header: several, secret: 'whsec_none' })).toBe(false)
  }
  expect(verifyWebhook({ ...good, header: `t=${time},v2=later,${mine}` })).toBe(true)
})

describe('is refused', () => {
  test.each<[string, Partial<Parameters<typeof verifyWebhook>[0]>]>([
    ['another body', { body: `${body} ` }],
    ['another secret', { secret: secret.slice(0, -1) }],
    ['another time', { header: `t=${time + 1},${mine}` }],
    ['no header', { header: undefined }],
    ['null', { header: null }],
    ['an empty header', { header: '' }],
    ['no time', { header: mine }],
    ['two times', { header: `t=${time},t=${time},${mine}` }],
    ['an invalid time', { header: `t=now,${mine}` }],
    ['a time that is too large', { header: `t=${'9'.repeat(400)},${mine}` }],
    ['no signature', { header: `t=${time}` }],
    ['an incomplete signature', { header: header.slice(0, -2) }],
    ['a signature that is too long', { header: `${header}00` }],
    ['upper case', { header: `t=${time},v1=${mine.slice(3).toUpperCase()}` }],
    ['no hex', { header: `t=${time},v1=${'z'.repeat(64)}` }],
    ['another scheme', { header: `t=${time},v0=${mine.slice(3)}` }],
  ])('%s', (_what, change) => {
    expect(verifyWebhook({ ...good, ...change })).toBe(false)
  })

  test('rejects a time outside the tolerance in either direction', () => {
    const at = (offset: number, toleranceSeconds?: number) =>
      verifyWebhook({
        ...good,
        now: (time + offset) * 1000,
        ...(toleranceSeconds === undefined ? {} : { toleranceSeconds }),
      })
    expect([-301, -300, 0, 300, 301].map((offset) => at(offset))).toEqual([false, true, true, true, false])
    expect([-11, -10, 10, 11].map((offset) => at(offset, 10))).toEqual([false, true, true, false])
  })
})

test('does not throw, regardless of the header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(verifyWebhook({ ...good, header: text })).toBe(false)
    }),
  )
})

test('uses the system clock by default', () => {
  const now = Math.floor(Date.now() / 1000)
  const at = (seconds: number) => {
    const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
    return verifyWebhook({ body, header: `t=${seconds},v1=${signature}`, secret })
  }
  expect([now, now - 3600, now + 3600].map(at)).toEqual([true, false, false])
})
