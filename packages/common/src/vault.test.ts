import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createVault } from './vault.ts'

const vault = createVault('a master secret that only this test knows')

test('a sealed value opens to what was sealed, and never looks the same twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (plain) => {
      const sealed = vault.seal(plain)
      expect(vault.open(sealed)).toBe(plain)
      expect(vault.seal(plain).equals(sealed)).toBe(false)
    }),
  )
})

test('a changed byte anywhere is noticed', () => {
  const sealed = vault.seal('someone@example.com')
  for (let position = 0; position < sealed.length; position++) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(position) ^ 1, position)
    expect(() => vault.open(changed)).toThrow()
  }
})

test('another master secret can neither open nor look up', () => {
  const other = createVault('another master secret')
  expect(() => other.open(vault.seal('x'))).toThrow()
  expect(other.fingerprint('email', 'x').equals(vault.fingerprint('email', 'x'))).toBe(false)
})

test('fingerprints of two purposes do not match', () => {
  expect(vault.fingerprint('email', 'x').equals(vault.fingerprint('wallet', 'x'))).toBe(false)
  expect(vault.fingerprint('email', 'x').equals(vault.fingerprint('email', 'x'))).toBe(true)
})
