import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'

const coder = createBase58check(sha256)

/** A version byte and a hash of twenty bytes: the old addresses of the bitcoin family, and those of Tron. */
export const base58Check = {
  decode(text: string): Uint8Array | undefined {
    // The work grows with the square of the length: nothing longer than an address is looked at.
    if (text.length < 25 || text.length > 35) return undefined
    try {
      const bytes = coder.decode(text)
      return bytes.length === 21 ? bytes : undefined
    } catch {
      return undefined
    }
  },
  encode(version: number, hash: Uint8Array): string {
    const bytes = new Uint8Array(21)
    bytes[0] = version
    bytes.set(hash, 1)
    return coder.encode(bytes)
  },
}
