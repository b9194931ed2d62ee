import { createHash } from 'node:crypto'

/** Of an entry's JSON: it changes when anything changes that the list says about the party. */
export function entryHash(body: string | Uint8Array): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 32)
}
