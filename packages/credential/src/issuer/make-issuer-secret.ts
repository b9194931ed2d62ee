import { randomBytes } from 'node:crypto'

/** A new signing key. The caller keeps it sealed: who has it can issue anything. */
export function makeIssuerSecret(): Uint8Array {
  return new Uint8Array(randomBytes(32))
}
