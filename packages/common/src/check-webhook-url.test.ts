import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAllowedAddress } from './allowed-address.ts'
import { checkWebhookUrl } from './check-webhook-url.ts'

const production = { loopback: false }
const development = { loopback: true }

describe('webhook URL', () => {
  test.each([
    ['https://example.com', 'https://example.com/'],
    ['https://example.com:8443/a/b?c=d#e', 'https://example.com:8443/a/b?c=d'],
    ['HTTPS://EXAMPLE.com/Path', 'https://example.com/Path'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://93.184.215.14/', 'https://93.184.215.14/'],
    [
      'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/',
      'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/',
    ],
  ])('accepts %s', (text, url) => {
    expect(checkWebhookUrl(text, production)).toEqual({ url })
    expect(checkWebhookUrl(text, development)).toEqual({ url })
  })

  test.each([
    'http://example.com/',
    'ftp://example.com/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    '//example.com/',
    'example.com',
    '',
    'https://',
    'https://user@example.com/',
    'https://user:password@example.com/',
    `https://example.com/${'x'.repeat(2048)}`,
    `https://example.com/${'ü'.repeat(700)}`,
    'https://10.0.0.1/',
    'https://172.31.255.255/',
    'https://192.168.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://100.100.100.200/',
    'https://168.63.129.16/',
    'https://0.0.0.0/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[::]/',
    'http://10.0.0.1/',
    'http://example.localhost.com/',
  ])('rejects %s everywhere', (text) => {
    for (const rules of [production, development]) {
      expect(checkWebhookUrl(text, rules)).toEqual({ wrong: expect.any(String) })
    }
  })

  test.each([
    'http://localhost:3000/',
    'http://127.0.0.1/',
    'http://127.1.2.3/',
    'http://[::1]:3000/',
    'https://localhost/',
    // Alternative notations for 127.0.0.1.
    'http://2130706433/',
    'http://0x7f.1/',
    'http://017700000001/',
    'http://localhost./',
    'http://hooks.localhost/',
  ])('rejects %s in production only', (text) => {
    expect(checkWebhookUrl(text, production)).toEqual({ wrong: expect.any(String) })
    expect(checkWebhookUrl(text, development)).toEqual({ url: expect.any(String) })
  })
})

test('never throws, and accepts its own results', () => {
  const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ validSchemes: ['http', 'https'] }))
  fc.assert(
    fc.property(anything, (text) => {
      const checked = checkWebhookUrl(text, production)
      if ('url' in checked) expect(checkWebhookUrl(checked.url, production)).toEqual(checked)
    }),
  )
})

test('rejects an IPv4 address embedded in an IPv6 address', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.constantFrom('::ffff:', '::', '64:ff9b::'), (address, prefix) => {
      expect(isAllowedAddress(`${prefix}${address}`, development)).toBe(false)
    }),
  )
})

test('rejects invalid IP addresses', () => {
  for (const text of ['', 'localhost', '1.2.3', '1.2.3.4.5', '12345::', 'fe80::1%eth0']) {
    expect(isAllowedAddress(text, development), text).toBe(false)
  }
})
