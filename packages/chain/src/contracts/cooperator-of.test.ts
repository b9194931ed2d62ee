import { expect, test } from 'vitest'
import { cooperatorOf } from './cooperator-of.ts'

test('derives a program address with the same hash as a contract', () => {
  // Calculated with a different Keccak implementation. The input is 64 bytes: the numbers one and two, each
  // as 32 bytes.
  const expected = '0xee546e97c83a08bbccc01a0644d599ccd2a7c2e0'
  expect(cooperatorOf({ merchant: 1n, program: 2n }).toLowerCase()).toBe(expected)
})

test('derives different addresses for different merchants and programs', () => {
  const addresses = [
    cooperatorOf({ merchant: 1n, program: 2n }),
    cooperatorOf({ merchant: 2n, program: 1n }),
    cooperatorOf({ merchant: 1n, program: 3n }),
  ]
  expect(new Set(addresses).size).toBe(3)
})
