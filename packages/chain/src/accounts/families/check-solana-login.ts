import { base58 } from '@scure/base'
import { answerFields } from '../answer-fields.ts'
import type { LoginCheck } from '../login-check.ts'
import { loginText } from '../login-text.ts'
import { verifyEd25519 } from '../verify-ed25519.ts'
import { readBase58 } from './parse-solana-address.ts'

/**
 * Checks a Sign-In with Solana answer: an Ed25519 signature over the text, with the address as the public
 * key.
 */
export const checkSolanaLogin: LoginCheck = ({ challenge, answer }) => {
  const text = answerFields.text(answer.signature)
  const signature = text === undefined ? undefined : readBase58(text, 88)
  if (signature?.length !== 64) return 'malformed-answer'
  const message = Buffer.from(loginText(challenge), 'utf8')
  const verdict = verifyEd25519(message, signature, base58.decode(challenge.address))
  return verdict === 'holds' ? undefined : verdict
}
