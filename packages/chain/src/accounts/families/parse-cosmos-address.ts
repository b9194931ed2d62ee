import { bech32 } from '@scure/base'
import { addressProblem } from '../address-problem.ts'

/** The maximum length of a bech32 address according to BIP-173. */
const longest = 90

/** Parses a bech32 address with the chain's prefix: 20 bytes for a key account, 32 bytes for a contract. */
export function parseCosmosAddress(text: string, prefix: string): string {
  const decoded = decode(text)
  if (decoded.prefix !== prefix) {
    throw addressProblem(
      'other-chain',
      'This address belongs to another chain.',
      `Enter the address that begins with ${prefix}1.`,
    )
  }
  if (decoded.bytes.length !== 20 && decoded.bytes.length !== 32) throw malformed()
  return cosmosAddress(prefix, decoded.bytes)
}

export function cosmosAddress(prefix: string, bytes: Uint8Array): string {
  return bech32.encode(prefix, bech32.toWords(bytes), longest)
}

function decode(text: string): { prefix: string; bytes: Uint8Array } {
  // BIP-173 allows addresses in all upper case, for QR codes, but not in mixed case.
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
    'This is not a valid address on a Cosmos chain. It may contain a typing error.',
    'Copy the address from your wallet again.',
  )
}
