import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'

const coder = createBase58check(sha256)

/**
 * A version byte followed by a hash of 20 bytes: the legacy address format of the Bitcoin family and of Tron.
 */
export const base58Check = {
  decode(text: string): Uint8Array | undefined {
    // Rejects texts that are longer than an address early, because decoding takes quadratic time.
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
