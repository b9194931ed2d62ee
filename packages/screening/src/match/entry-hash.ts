import { createHash } from 'node:crypto'

/** Hashes an entry's JSON. Any change to the entry changes the hash. */
export function entryHash(body: string | Uint8Array): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 32)
}
