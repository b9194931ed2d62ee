import { randomBytes } from 'node:crypto'
import type { FieldText } from '../leaf/credential.ts'
import { eddsa } from './eddsa.ts'

/** The public half of a signing key. */
export function issuerPublicKey(secret: Uint8Array): readonly [FieldText, FieldText] {
  if (secret.length !== 32) throw new RangeError('a signing key has 32 bytes')
  const [x, y] = eddsa.derivePublicKey(secret)
  return [String(x), String(y)]
}

/** A new signing key. The caller keeps it sealed: who has it can issue anything. */
export function generateIssuerSecret(): Uint8Array {
  return new Uint8Array(randomBytes(32))
}
