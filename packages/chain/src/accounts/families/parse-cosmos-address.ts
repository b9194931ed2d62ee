import { fromBech32, toBech32 } from '@cosmjs/encoding'
import { addressProblem } from '../address-problem.ts'

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
  try {
    return fromBech32(text)
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
