import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { AddressForm } from './address-form.ts'

export const sui: AddressForm = {
  parse(text) {
    if (!/^0x[0-9a-fA-F]{1,64}$/.test(text)) return undefined
    const digits = text.slice(2).toLowerCase().padStart(64, '0')
    return { text: `0x${digits}`, bytes: hexToBytes(digits) }
  },
  format: (bytes) => (bytes.length === 32 ? `0x${bytesToHex(bytes)}` : undefined),
}
