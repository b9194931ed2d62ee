import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalEmail } from './member-email.ts'

test.each([
  ['Ada@Example.COM', 'ada@example.com'],
  [' ada+tag@mail.example.co.uk ', 'ada+tag@mail.example.co.uk'],
  ['o’neil@example.com', 'o’neil@example.com'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ａｄａ＠example.com', 'ada@example.com'],
])('converts the address %s to %s', (given, canonical) => {
  expect(canonicalEmail(given)).toBe(canonical)
})

test.each([
  'ada',
  'ada@',
  '@example.com',
  'ada@localhost',
  'ada@example',
  'ada@@example.com',
  'a da@example.com',
  'ada@example.com, bob@example.com',
  'ada@example.com\nBcc: bob@example.com',
  'Ada <ada@example.com>',
  '.ada@example.com',
  'a..da@example.com',
  `${'a'.repeat(65)}@example.com`,
  'ada@-example.com',
  'ada@[127.0.0.1]',
])('rejects %j as an address', (given) => {
  expect(canonicalEmail(given)).toBeUndefined()
})

test('rejects addresses that contain separators, angle brackets or control characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const email = canonicalEmail(`${text}@example.com`)
      expect(email === undefined || /^[^\s<>,;:\p{Cc}]+@example\.com$/u.test(email)).toBe(true)
    }),
  )
})
