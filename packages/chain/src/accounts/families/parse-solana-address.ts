import { base58 } from '@scure/base'
import { addressProblem } from '../address-problem.ts'

/** Parses the base58 form of a 32-byte public key. Letter case is significant. */
export function parseSolanaAddress(text: string): string {
  const bytes = readBase58(text, 44)
  if (bytes?.length === 32) return base58.encode(bytes)
  throw addressProblem(
    'malformed',
    'This is not a valid Solana address.',
    'Enter the address as your wallet shows it: 32 to 44 letters and digits.',
  )
}

/** Returns undefined for text that is not base58 or is too long to decode quickly. */
export function readBase58(text: string, longest: number): Uint8Array | undefined {
  if (text.length > longest) return undefined
  try {
    return base58.decode(text)
  } catch {
    return undefined
  }
}
