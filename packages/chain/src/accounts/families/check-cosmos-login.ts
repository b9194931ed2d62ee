import { createHash } from 'node:crypto'
import { rawSecp256k1PubkeyToRawAddress, serializeSignDoc } from '@cosmjs/amino'
import { toBech32 } from '@cosmjs/encoding'
import { answerFields } from '../answer-fields.ts'
import { findAccountChain } from '../find-account-chain.ts'
import type { LoginCheck } from '../login-check.ts'
import { loginText } from '../login-text.ts'
import { verifySecp256k1 } from '../verify-secp256k1.ts'
import { cosmosSignDoc } from './cosmos-sign-doc.ts'

/** ADR-36 in its amino form: secp256k1 over the document, and the key must give the address. */
export const checkCosmosLogin: LoginCheck = ({ challenge, answer }) => {
  const publicKey = answerFields.base64(answer.publicKey)
  const signature = answerFields.base64(answer.signature)
  if (publicKey === undefined || signature?.length !== 64) return 'malformed-answer'
  const compressed = publicKey.length === 33 && (publicKey[0] === 2 || publicKey[0] === 3)
  if (!compressed) return 'unsupported-wallet'
  const { prefix } = findAccountChain(challenge.chainId)
  const address = toBech32(prefix ?? '', rawSecp256k1PubkeyToRawAddress(publicKey))
  if (address !== challenge.address) return 'other-address'
  const signed = serializeSignDoc(cosmosSignDoc(address, loginText(challenge)))
  const verdict = verifySecp256k1(createHash('sha256').update(signed).digest(), signature, publicKey)
  return verdict === 'holds' ? undefined : verdict
}
