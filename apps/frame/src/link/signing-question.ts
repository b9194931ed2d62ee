import type { SigningQuestion, V1SigningQuestion } from '@touchstone/contract'

/** What of the server's request is read here; our own widget gets all of it. */
export type LoginRequest = { family: string; message?: string; payload?: string; nonce?: string }

/**
 * How a wallet's signature is asked for. The published client (v1) hands a text to `signMessage` or, on Solana, its bytes
 * to `signSolanaMessage`, and anything else to `signAptosMessage`: so nobody but Aptos gets an object.
 */
export function signingQuestion(
  dialect: 1 | 2,
  account: string,
  request: LoginRequest,
): SigningQuestion | V1SigningQuestion {
  const message = request.message ?? request.payload ?? ''
  if (dialect === 2) return { message, account, request }
  return request.family === 'aptos' ? { message, nonce: request.nonce ?? '' } : message
}
