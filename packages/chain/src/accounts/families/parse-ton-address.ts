import { Address } from '@ton/core'
import { addressProblem } from '../address-problem.ts'

/** Canonical is the raw form, `workchain:hash`; the friendly forms of one account differ by flags and letters. */
export function parseTonAddress(text: string): string {
  if (/^(0|-1):[0-9a-fA-F]{64}$/.test(text)) return text.toLowerCase()
  if (!/^[0-9a-zA-Z+/_-]{48}$/.test(text)) throw malformed()
  const { address, isTestOnly } = parseFriendly(text)
  if (isTestOnly) {
    throw addressProblem(
      'other-chain',
      "This address is marked for TON's test network.",
      'Give the address of the main network.',
    )
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
    'This is no address of TON, or a letter is mistyped.',
    'Give the 48 letters and digits that the wallet shows, or the raw form.',
  )
}
