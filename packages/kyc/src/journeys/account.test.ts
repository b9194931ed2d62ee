import { expect, test } from 'vitest'
import { canonicalAccount } from './account.ts'

const hex = '0123456789ABCDEF'.repeat(4)

test.each([
  ['an e-mail address', 'Ada@Example.com', 'ada@example.com'],
  ['an EVM address', '0xAbCd', '0xabcd'],
  ['a raw TON address', `0:${hex}`, `0:${hex.toLowerCase()}`],
  ['a raw TON masterchain address', `-1:${hex}`, `-1:${hex.toLowerCase()}`],
])('ignores letter case in %s', (_, written, canonical) => {
  expect(canonicalAccount(written)).toBe(canonical)
})

test.each([
  ['base58', 'So11111111111111111111111111111111111111112'],
  ['a merchant’s user number', 'User-7F'],
  ['a merchant’s user number that starts like a raw address', '12:ABCD'],
])('preserves letter case in %s', (_, written) => {
  expect(canonicalAccount(written)).toBe(written)
})
