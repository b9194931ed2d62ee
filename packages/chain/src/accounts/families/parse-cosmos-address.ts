import { fromBech32, toBech32 } from '@cosmjs/encoding'
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
  if (decoded.data.length !== 20 && decoded.data.length !== 32) throw malformed()
  return toBech32(prefix, decoded.data)
}

function decode(text: string) {
  // All in capitals is the same address (BIP-173), for codes that a camera reads; mixed is none.
  const lower = text === text.toUpperCase() ? text.toLowerCase() : text
  try {
    return fromBech32(lower, longest)
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
