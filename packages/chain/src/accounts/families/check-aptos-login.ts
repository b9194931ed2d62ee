import { answerFields } from '../answer-fields.ts'
import type { LoginCheck } from '../login-check.ts'
import { aptosFullMessages } from './aptos-full-messages.ts'
import { readAptosKey } from './read-aptos-key.ts'

/**
 * Checks an Aptos wallet standard `signMessage` answer: the signature must cover the full message, and the
 * address must be derived from the key.
 */
export const checkAptosLogin: LoginCheck = ({ challenge, answer }) => {
  const publicKey = answerFields.hex(answer.publicKey)
  const signature = answerFields.hex(answer.signature)
  if (publicKey === undefined || signature === undefined) return 'malformed-answer'
  const allowed = aptosFullMessages(challenge)
  const fullMessage = answer.fullMessage === undefined ? allowed[0] : answerFields.text(answer.fullMessage)
  if (fullMessage === undefined) return 'malformed-answer'
  // The `fullMessage` in the answer is only used to select one of the messages built here.
  if (!allowed.includes(fullMessage)) return 'bad-signature'
  const key = readAptosKey(publicKey)
  if (key === undefined) return 'unsupported-wallet'
  if (key.address !== challenge.address) return 'other-address'
  const verdict = key.verify(Buffer.from(fullMessage, 'utf8'), signature)
  return verdict === 'holds' ? undefined : verdict
}
