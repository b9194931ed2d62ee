import { base58 } from '@scure/base'
import { addressProblem } from '../address-problem.ts'

/** Base58 of the 32 bytes of a public key; letter case matters. */
export function parseSolanaAddress(text: string): string {
  const bytes = readBase58(text, 44)
  if (bytes?.length === 32) return base58.encode(bytes)
  throw addressProblem(
    'malformed',
    'This is no address of Solana.',
    'Give the address as the wallet shows it: 32 to 44 letters and digits.',
  )
}

/** Returns undefined for a text that is too long, which would take long to decode, or that is not base58. */
export function readBase58(text: string, longest: number): Uint8Array | undefined {
  if (text.length > longest) return undefined
  try {
    return base58.decode(text)
  } catch {
    return undefined
  }
}
