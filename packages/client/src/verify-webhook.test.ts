import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifyWebhook, type WebhookToVerify } from './verify-webhook.ts'

/**
 * The same signatures as in the signer's test. They were created with `openssl dgst -sha256 -mac HMAC`,
 * independently of both implementations.
 */
const secret = 'whsec_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'
const newer = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='
const id = '6f0d5f4e-8a0c-4b53-9d2e-5a4d8a1f6c11'
const body = '{"id":"6f0d5f4e-8a0c-4b53-9d2e-5a4d8a1f6c11","type":"kyc.passed","data":{"status":"ä"}}'
const time = 1_794_713_383
const mine = 'v1,UNnWdEOoWcy+DrzsglbzNcUX+dKm3jtRb/80IXo+eac='
const other = 'v1,eNx9FvKKwGqMfeiQeXox4Q571y9N+FKmDJwnok8QPaM='
const headersOf = (signature: string, at: string | number = time) => ({
  'webhook-id': id,
  'webhook-timestamp': String(at),
  'webhook-signature': signature,
})
const headers = headersOf(mine)
const good: WebhookToVerify = { body, headers, secret, now: time * 1000 }
const event = { id, type: 'kyc.passed', data: { status: 'ä' } }

test('returns the event of a known signature', () => {
  expect(verifyWebhook(good)).toEqual(event)
  expect(verifyWebhook({ ...good, body: Buffer.from(body) })).toEqual(event)
  expect(verifyWebhook({ ...good, headers: new Headers(headers) })).toEqual(event)
})

test('accepts one valid signature among several, in any order', () => {
  for (const several of [`${mine} ${other}`, `${other} ${mine}`, `v1a,later ${other} ${mine}`]) {
    const rotated = { ...good, headers: headersOf(several) }
    expect(verifyWebhook(rotated)).toEqual(event)
    expect(verifyWebhook({ ...rotated, secret: newer })).toEqual(event)
    expect(verifyWebhook({ ...rotated, secret: `whsec_${'A'.repeat(44)}` })).toBeUndefined()
  }
})

describe('is refused', () => {
  test.each<[string, Partial<WebhookToVerify>]>([
    ['another body', { body: `${body} ` }],
    ['another secret', { secret: newer }],
    ['an empty secret', { secret: 'whsec_' }],
    ['another id', { headers: { ...headers, 'webhook-id': 'other' } }],
    ['another time', { headers: headersOf(mine, time + 1) }],
    ['no headers', { headers: {} }],
    ['no id', { headers: { ...headers, 'webhook-id': undefined } }],
    ['no time', { headers: { ...headers, 'webhook-timestamp': undefined } }],
    ['no signature', { headers: { ...headers, 'webhook-signature': undefined } }],
    ['an empty signature', { headers: headersOf('') }],
    ['several values of a header', { headers: { ...headers, 'webhook-signature': [mine, mine] } }],
    ['an incomplete signature', { headers: headersOf(mine.slice(0, -4)) }],
    ['another version', { headers: headersOf(mine.replace('v1', 'v2')) }],
    ['a time that is not a number', { headers: headersOf(mine, '1e9') }],
    ['a time in the past', { now: (time + 301) * 1000 }],
    ['a time in the future', { now: (time - 301) * 1000 }],
    ['an eleventh signature', { headers: headersOf(`${`${other} `.repeat(10)}${mine}`) }],
  ])('%s', (_, change) => {
    expect(verifyWebhook({ ...good, ...change })).toBeUndefined()
  })

  test('a body that is signed but not JSON', () => {
    expect(verifyWebhook(signed('not json'))).toBeUndefined()
  })
})

test('accepts a difference in time within the tolerance', () => {
  for (const now of [time - 300, time + 300])
    expect(verifyWebhook({ ...good, now: now * 1000 })).toEqual(event)
  expect(verifyWebhook({ ...good, now: (time + 400) * 1000, toleranceSeconds: 400 })).toEqual(event)
})

test('never throws, and accepts only what was signed', () => {
  const text = fc.string({ unit: 'binary' })
  fc.assert(
    fc.property(text, text, text, (one, two, three) => {
      const forged = { 'webhook-id': one, 'webhook-timestamp': two, 'webhook-signature': three }
      expect(verifyWebhook({ ...good, headers: forged })).toBeUndefined()
      const value = { text: one }
      expect(verifyWebhook(signed(JSON.stringify(value)))).toEqual(value)
      expect(verifyWebhook({ ...signed(JSON.stringify(value)), body: two })).toBeUndefined()
    }),
  )
})

test('uses the system clock by default', () => {
  const now = Math.floor(Date.now() / 1000)
  const at = (seconds: number) => {
    const { body, headers } = signed('{}', seconds)
    return verifyWebhook({ body, headers, secret }) !== undefined
  }
  expect([now, now - 3600, now + 3600].map(at)).toEqual([true, false, false])
})

function signed(text: string, at = time): WebhookToVerify {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const mac = createHmac('sha256', key).update(`${id}.${at}.${text}`).digest('base64')
  return { ...good, body: text, headers: headersOf(`v1,${mac}`, at) }
}
