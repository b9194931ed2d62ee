import { addressProblem } from '../address-problem.ts'

/** Returns the canonical long form of an address. Short forms omit leading zeros. */
export function parseAptosAddress(text: string): string {
  if (/^0x[0-9a-fA-F]{1,64}$/.test(text)) return `0x${text.slice(2).toLowerCase().padStart(64, '0')}`
  throw addressProblem(
    'malformed',
    'This is not a valid Aptos address.',
    'Enter 0x followed by up to 64 hexadecimal digits.',
  )
}
