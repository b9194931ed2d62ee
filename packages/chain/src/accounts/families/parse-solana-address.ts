import bs58 from 'bs58'
import { addressProblem } from '../address-problem.ts'

/** Base58 of the 32 bytes of a public key; letter case matters. */
export function parseSolanaAddress(text: string): string {
  const bytes = text.length <= 44 ? bs58.decodeUnsafe(text) : undefined
  if (bytes?.length === 32) return bs58.encode(bytes)
  throw addressProblem(
    'malformed',
    'This is no address of Solana.',
    'Give the address as the wallet shows it: 32 to 44 letters and digits.',
  )
}
