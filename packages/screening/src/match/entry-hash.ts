import { createHash } from 'node:crypto'

/** Hashes an entry's JSON; the hash changes with any content of the entry. */
export function entryHash(body: string | Uint8Array): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 32)
}
