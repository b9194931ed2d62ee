import { createHash } from 'node:crypto'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { answerFields } from '../answer-fields.ts'
import { findAccountChain } from '../find-account-chain.ts'
import type { LoginCheck } from '../login-check.ts'
import { loginText } from '../login-text.ts'
import { verifySecp256k1 } from '../verify-secp256k1.ts'
import { cosmosSignBytes, cosmosSignDoc } from './cosmos-sign-doc.ts'
import { cosmosAddress } from './parse-cosmos-address.ts'

/**
 * Checks an ADR-36 answer in amino form: a secp256k1 signature over the document, by the key from which the
 * address is derived.
 */
export const checkCosmosLogin: LoginCheck = ({ challenge, answer }) => {
  const publicKey = answerFields.base64(answer.publicKey)
  const signature = answerFields.base64(answer.signature)
  if (publicKey === undefined || signature?.length !== 64) return 'malformed-answer'
  const compressed = publicKey.length === 33 && (publicKey[0] === 2 || publicKey[0] === 3)
  if (!compressed) return 'unsupported-wallet'
  const { prefix } = findAccountChain(challenge.chainId)
  const address = cosmosAddress(prefix ?? '', accountOfKey(publicKey))
  if (address !== challenge.address) return 'other-address'
  const signed = cosmosSignBytes(cosmosSignDoc(address, loginText(challenge)))
  const verdict = verifySecp256k1(sha256(signed), signature, publicKey)
  return verdict === 'holds' ? undefined : verdict
}

/**
 * Returns the account of a compressed secp256k1 key. Uses a library for RIPEMD-160, because some OpenSSL
 * builds do not include that hash.
 */
export function accountOfKey(publicKey: Uint8Array): Uint8Array {
  return ripemd160(sha256(publicKey))
}

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest()
}
