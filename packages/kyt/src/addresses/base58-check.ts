import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'

const coder = createBase58check(sha256)

/**
 * Encodes and decodes Base58Check addresses: a version byte followed by a 20-byte hash. Tron and the legacy
 * addresses of the Bitcoin family use this format.
 */
export const base58Check = {
  decode(text: string): Uint8Array | undefined {
    // Rejects overlong strings before decoding them, because decoding takes quadratic time.
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
