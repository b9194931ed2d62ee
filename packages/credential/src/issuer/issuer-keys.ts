import { randomBytes } from 'node:crypto'
import type { FieldText } from '../leaf/credential.ts'
import { derivePublicKey } from './eddsa.ts'

/** Returns the public key of a signing key. */
export function issuerPublicKey(secret: Uint8Array): readonly [FieldText, FieldText] {
  if (secret.length !== 32) throw new RangeError('a signing key must be 32 bytes long')
  const [x, y] = derivePublicKey(secret)
  return [String(x), String(y)]
}

/**
 * Generates a signing key. The caller must encrypt the stored key, because anyone with the key can issue
 * credentials.
 */
export function generateIssuerSecret(): Uint8Array {
  return new Uint8Array(randomBytes(32))
}
