import { createHash } from 'node:crypto'
import type { Vault } from '@touchstone/common'

/**
 * Returns a keyed hash that represents deleted evidence. Someone who has the original can show that the hash
 * matches it. The key prevents attackers from guessing evidence that has few possible values, such as birth
 * dates.
 */
export function evidenceOf(vault: Vault, ...parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part
    hash.update(String(bytes.length)).update(':').update(bytes)
  }
  return vault.fingerprint('evidence', hash.digest('hex'))
}
