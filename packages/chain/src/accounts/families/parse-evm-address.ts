import { getAddress } from 'viem'
import { addressProblem } from '../address-problem.ts'

/** Returns an address in lower case. The capital letters defined by EIP-55 are only a checksum. */
export function parseEvmAddress(text: string): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) {
    throw addressProblem(
      'malformed',
      'This is not a valid address on an EVM chain.',
      'Enter 0x followed by 40 hexadecimal digits.',
    )
  }
  const lower = text.toLowerCase()
  const mixed = text !== lower && text.slice(2) !== text.slice(2).toUpperCase()
  if (mixed && getAddress(lower) !== text) {
    throw addressProblem(
      'checksum',
      'The checksum of this address does not match. It may contain a typing error.',
      'Copy the address from your wallet again.',
    )
  }
  return lower
}
