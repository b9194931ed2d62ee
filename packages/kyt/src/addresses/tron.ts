import { hexToBytes } from '@noble/hashes/utils.js'
import type { AddressForm } from './address-form.ts'
import { base58Check } from './base58-check.ts'

const version = 0x41

export const tron: AddressForm = {
  parse(text) {
    if (/^41[0-9a-fA-F]{40}$/.test(text)) {
      const bytes = hexToBytes(text.slice(2))
      return { text: base58Check.encode(version, bytes), bytes }
    }
    const decoded = base58Check.decode(text)
    return decoded?.[0] === version ? { text, bytes: decoded.subarray(1) } : undefined
  },
  format: (bytes) => (bytes.length === 20 ? base58Check.encode(version, bytes) : undefined),
}
