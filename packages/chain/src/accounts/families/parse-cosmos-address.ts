import { bech32 } from '@scure/base'
import { addressProblem } from '../address-problem.ts'

/** By BIP-173. */
const longest = 90

/** Bech32 with the chain's own prefix; 20 bytes for an account with a key, 32 for a contract. */
export function parseCosmosAddress(text: string, prefix: string): string {
  const decoded = decode(text)
  if (decoded.prefix !== prefix) {
    throw addressProblem(
      'other-chain',
      'This address belongs to another chain.',
      `Give the address that begins with ${prefix}1.`,
    )
  }
  if (decoded.bytes.length !== 20 && decoded.bytes.length !== 32) throw malformed()
  return cosmosAddress(prefix, decoded.bytes)
}

export function cosmosAddress(prefix: string, bytes: Uint8Array): string {
  return bech32.encode(prefix, bech32.toWords(bytes), longest)
}

function decode(text: string): { prefix: string; bytes: Uint8Array } {
  // All in capitals is the same address (BIP-173), for QR codes; mixed case is malformed.
  const lower = text === text.toUpperCase() ? text.toLowerCase() : text
  try {
    const { prefix, words } = bech32.decode(lower as `${string}1${string}`, longest)
    return { prefix, bytes: bech32.fromWords(words) }
  } catch {
    throw malformed()
  }
}

function malformed() {
  return addressProblem(
    'malformed',
    'This is no address of a Cosmos chain, or a letter is mistyped.',
    'Copy the address from the wallet again.',
  )
}
