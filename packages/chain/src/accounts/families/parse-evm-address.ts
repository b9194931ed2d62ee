import { getAddress } from 'viem'
import { addressProblem } from '../address-problem.ts'

/** Canonical is lower case, as EIP-55's capitals are a checksum and no part of the address. */
export function parseEvmAddress(text: string): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) {
    throw addressProblem(
      'malformed',
      'This is no address of an EVM chain.',
      'Give 0x and the 40 hexadecimal digits of the address.',
    )
  }
  const lower = text.toLowerCase()
  const mixed = text !== lower && text.slice(2) !== text.slice(2).toUpperCase()
  if (mixed && getAddress(lower) !== text) {
    throw addressProblem(
      'checksum',
      'The capital letters of this address do not fit it: a letter is mistyped.',
      'Copy the address from the wallet again.',
    )
  }
  return lower
}
