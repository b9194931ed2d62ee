import { createHash } from 'node:crypto'
import type { Vault } from '@touchstone/common'

/**
 * What stands for evidence when the evidence is gone: who has it can show that it was this, and nobody can guess it from
 * the hash, which is keyed (a birth date has few values).
 */
export function evidenceOf(vault: Vault, ...parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part
    hash.update(String(bytes.length)).update(':').update(bytes)
  }
  return vault.fingerprint('evidence', hash.digest('hex'))
}
