import { Address } from '@ton/core'
import { addressProblem } from '../address-problem.ts'

/**
 * Returns an address in the canonical raw form, `workchain:hash`. The friendly forms of an address differ in
 * flags and encoding.
 */
export function parseTonAddress(text: string): string {
  if (/^(0|-1):[0-9a-fA-F]{64}$/.test(text)) return text.toLowerCase()
  if (!/^[0-9a-zA-Z+/_-]{48}$/.test(text)) throw malformed()
  const { address, isTestOnly } = parseFriendly(text)
  if (isTestOnly) {
    throw addressProblem('other-chain', 'This is a testnet address.', 'Enter a mainnet address.')
  }
  if (address.workChain !== 0 && address.workChain !== -1) throw malformed()
  return address.toRawString()
}

function parseFriendly(text: string) {
  try {
    return Address.parseFriendly(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    throw malformed()
  }
}

function malformed() {
  return addressProblem(
    'malformed',
    'This is not a valid TON address. It may contain a typing error.',
    'Enter the 48 characters that your wallet shows, or the raw form of the address.',
  )
}
