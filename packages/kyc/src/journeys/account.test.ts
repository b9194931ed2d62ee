import { expect, test } from 'vitest'
import { canonicalAccount } from './account.ts'

const hex = '0123456789ABCDEF'.repeat(4)

test.each([
  ['an e-mail address', 'Ada@Example.com', 'ada@example.com'],
  ['an address of EVM', '0xAbCd', '0xabcd'],
  ['a raw address of TON', `0:${hex}`, `0:${hex.toLowerCase()}`],
  ['a raw address of TON’s masterchain', `-1:${hex}`, `-1:${hex.toLowerCase()}`],
])('letter case does not matter in %s', (_, written, canonical) => {
  expect(canonicalAccount(written)).toBe(canonical)
})

test.each([
  ['base58', 'So11111111111111111111111111111111111111112'],
  ['a merchant’s own number', 'User-7F'],
  ['a merchant’s own number that begins as a raw address', '12:ABCD'],
])('it does in %s', (_, written) => {
  expect(canonicalAccount(written)).toBe(written)
})
