import { addressProblem } from '../address-problem.ts'

/** Canonical is the long form: short ones leave out zeros at the front. */
export function parseAptosAddress(text: string): string {
  if (/^0x[0-9a-fA-F]{1,64}$/.test(text)) return `0x${text.slice(2).toLowerCase().padStart(64, '0')}`
  throw addressProblem(
    'malformed',
    'This is no address of Aptos.',
    'Give 0x and up to 64 hexadecimal digits of the address.',
  )
}
