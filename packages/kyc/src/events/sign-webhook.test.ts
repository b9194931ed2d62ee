import { expect, test } from 'vitest'
import { signWebhook } from './deliver-events.ts'

/**
 * The same test vector as in the client's test, generated independently with `openssl dgst -sha256 -mac HMAC`.
 * The secret has the form of secrets created before 0.3: hexadecimal digits, which are also valid base64.
 */
const secret = 'whsec_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'
const newer = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='
const id = '6f0d5f4e-8a0c-4b53-9d2e-5a4d8a1f6c11'
const body = '{"id":"6f0d5f4e-8a0c-4b53-9d2e-5a4d8a1f6c11","type":"kyc.passed","data":{"status":"ä"}}'
const time = 1_794_713_383

test('matches a known signature', () => {
  expect(signWebhook({ id, body, secrets: [secret], time })).toBe(
    'v1,UNnWdEOoWcy+DrzsglbzNcUX+dKm3jtRb/80IXo+eac=',
  )
})

test('returns one signature for each secret', () => {
  expect(signWebhook({ id, body, secrets: [secret, newer], time })).toBe(
    'v1,UNnWdEOoWcy+DrzsglbzNcUX+dKm3jtRb/80IXo+eac= v1,eNx9FvKKwGqMfeiQeXox4Q571y9N+FKmDJwnok8QPaM=',
  )
})
