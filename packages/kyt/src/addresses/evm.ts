import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { AddressForm } from './address-form.ts'

const lower = /^0x[0-9a-f]{40}$/
const anyCase = /^0x[0-9a-fA-F]{40}$/
const upper = /^0x[0-9A-F]{40}$/

/** Text in lower case: ledgers and nodes write it so, and it is the form that costs no hash to make or to check. */
export const evm: AddressForm = {
  parse(text) {
    if (lower.test(text)) return { text, bytes: hexToBytes(text.slice(2)) }
    if (!anyCase.test(text)) return undefined
    const digits = text.slice(2).toLowerCase()
    if (!upper.test(text) && !hasRightCase(text, digits)) return undefined
    return { text: `0x${digits}`, bytes: hexToBytes(digits) }
  },
  format: (bytes) => (bytes.length === 20 ? `0x${bytesToHex(bytes)}` : undefined),
}

/** EIP-55. viem has the same function, but loading viem for it would cost every start a tenth of a second. */
function hasRightCase(text: string, digits: string): boolean {
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  for (let i = 0; i < 40; i++) {
    const raised = hash.charCodeAt(i) >= 0x38
    const digit = digits.charAt(i)
    if (text.charAt(i + 2) !== (raised ? digit.toUpperCase() : digit)) return false
  }
  return true
}
