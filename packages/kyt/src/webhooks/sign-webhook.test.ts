import { expect, test } from 'vitest'
import { signWebhook } from './deliver-alerts.ts'

/**
 * The same test vector as in the client's test, generated independently with `openssl dgst -sha256 -hmac`.
 */
const secret = 'whsec_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'
const body = '{"id":"6f0d5f4e-8a0c-4b53-9d2e-5a4d8a1f6c11","type":"kyt.watch.level_changed","address":"0xä"}'

test('matches a known signature', () => {
  expect(signWebhook({ body, secrets: [secret], time: 1_794_713_383 })).toBe(
    't=1794713383,v1=f8a4accdc32cb0b6fe95913d21d432d3af917ff94c75072ee29e1932f241d1db',
  )
})

test('returns one signature for each secret', () => {
  expect(signWebhook({ body, secrets: [secret, 'whsec_old'], time: 1_794_713_383 })).toBe(
    't=1794713383,v1=f8a4accdc32cb0b6fe95913d21d432d3af917ff94c75072ee29e1932f241d1db,v1=4d8cde3a7f462a1e1876a3625f7fc5f9ce0861d38c13506c09e06fffd870fb93',
  )
})
