import { base58 } from '@scure/base'
import type { AddressForm } from './address-form.ts'

/** No checksum, and points off the curve are addresses too (programs own them): any 32 bytes are one. */
export const solana: AddressForm = {
  parse(text) {
    if (text.length < 32 || text.length > 44) return undefined
    try {
      const bytes = base58.decode(text)
      return bytes.length === 32 ? { text, bytes } : undefined
    } catch {
      return undefined
    }
  },
  format: (bytes) => (bytes.length === 32 ? base58.encode(bytes) : undefined),
}
