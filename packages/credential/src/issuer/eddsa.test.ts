import { createRequire } from 'node:module'
import type * as ZkKit from '@zk-kit/eddsa-poseidon'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldModulus } from '../field.ts'
import { derivePublicKey, type Point, type Signature, signMessage, verifySignature } from './eddsa.ts'

/**
 * The independent implementation that signed the first credentials. It is loaded with `require`, because its
 * ES module imports a directory from a CommonJS package, and Node.js does not support that.
 */
const other = createRequire(import.meta.url)('@zk-kit/eddsa-poseidon') as typeof ZkKit

const order = 2736030358979909402780800718157159386076813972158567259200215660948447373041n
const secrets = fc.uint8Array({ minLength: 32, maxLength: 32 })
const messages = fc.oneof(fc.constantFrom(0n, 1n, fieldModulus - 1n), fc.bigInt(0n, fieldModulus - 1n))

test('derives the same keys and signatures as the reference implementation', () => {
  fc.assert(
    fc.property(secrets, messages, (secret, message) => {
      expect(derivePublicKey(secret)).toEqual(other.derivePublicKey(secret))
      const signature = signMessage(secret, message)
      expect(signature).toEqual(other.signMessage(secret, message))
      expect(verifySignature(message, signature, derivePublicKey(secret))).toBe(true)
    }),
    { numRuns: 12 },
  )
})

/**
 * Changes to a valid signature. For each change, the result is compared with that of the reference
 * implementation.
 */
const changes: Record<string, (signature: Signature) => Signature> = {
  'a larger S': ({ R8, S }) => ({ R8, S: S + 1n }),
  'S of zero': ({ R8 }) => ({ R8, S: 0n }),
  'S plus the order': ({ R8, S }) => ({ R8, S: S + order }),
  'the negated point': ({ R8: [x, y], S }) => ({ R8: [fieldModulus - x, y], S }),
  'the neutral point': ({ S }) => ({ R8: [0n, 1n], S }),
  'a point of order two': ({ S }) => ({ R8: [0n, fieldModulus - 1n], S }),
  'the point plus a point of order two': ({ R8: [x, y], S }) => ({
    R8: [fieldModulus - x, fieldModulus - y],
    S,
  }),
  'a point that is not on the curve': ({ R8: [x, y], S }) => ({ R8: [x, y + 1n], S }),
}

test.each(Object.entries(changes))('rejects %s, as the reference implementation does', (_, change) => {
  const secret = new Uint8Array(32).fill(7)
  const key = derivePublicKey(secret)
  const changed = change(signMessage(secret, 5n))
  expect(other.verifySignature(5n, changed as never, key as never)).toBe(false)
  expect(verifySignature(5n, changed, key)).toBe(false)
})

test('rejects another message, another key and keys outside the subgroup', () => {
  const secret = new Uint8Array(32).fill(9)
  const key = derivePublicKey(secret)
  const signature = signMessage(secret, 5n)
  const keys: Point[] = [
    derivePublicKey(new Uint8Array(32).fill(8)),
    [0n, 1n],
    [0n, fieldModulus - 1n],
    [fieldModulus - key[0], key[1]],
  ]
  expect(verifySignature(6n, signature, key)).toBe(false)
  for (const each of keys) {
    expect(verifySignature(5n, signature, each)).toBe(false)
    expect(other.verifySignature(5n, signature as never, each as never)).toBe(false)
  }
})

test('rejects coordinates that are not reduced, and refuses to sign anything other than field elements', () => {
  const secret = new Uint8Array(32).fill(3)
  const { R8, S } = signMessage(secret, 5n)
  const key = derivePublicKey(secret)
  expect(verifySignature(5n, { R8: [R8[0] + fieldModulus, R8[1]], S }, key)).toBe(false)
  expect(verifySignature(5n + fieldModulus, { R8, S }, key)).toBe(false)
  expect(() => signMessage(secret, fieldModulus)).toThrow(RangeError)
})
