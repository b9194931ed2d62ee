import { answerFields } from '../answer-fields.ts'
import type { AptosKeySource, LoginCheck } from '../login-check.ts'
import type { LoginRefusal } from '../login-result.ts'
import { aptosFullMessages } from './aptos-full-messages.ts'
import { readAptosKey } from './read-aptos-key.ts'

const mainnet = 'aptos-1'

/**
 * Checks an Aptos wallet standard `signMessage` answer: the signature must cover the full message, and the
 * chain must confirm that the key currently controls the account.
 */
export const checkAptosLogin: LoginCheck = async ({ challenge, answer, aptosKey }) => {
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
  const verdict = key.verify(Buffer.from(fullMessage, 'utf8'), signature)
  if (verdict !== 'holds') return verdict
  return await controls(challenge, key.authenticationKey, aptosKey)
}

/**
 * Checks whether the key controls the account. On a test network, the key must also control the account on
 * the main network, because a person who logs in is identified by the address alone.
 */
async function controls(
  { chainId, address }: { chainId: string; address: string },
  authenticationKey: string,
  aptosKey: AptosKeySource | undefined,
): Promise<LoginRefusal | 'contract'> {
  for (const network of new Set([mainnet, chainId])) {
    try {
      const current = await aptosKey?.(network, address)
      if (current === undefined) return 'unchecked-account'
      if (current !== authenticationKey) return 'other-address'
    } catch {
      return 'node-unavailable'
    }
  }
  return 'contract'
}
