import { answerFields } from '../answer-fields.ts'
import type { LoginCheck } from '../login-check.ts'
import { verifyEd25519 } from '../verify-ed25519.ts'
import { readTonStateInit } from './read-ton-state-init.ts'
import { tonProofDigest } from './ton-proof-digest.ts'

/** Tolerance for an inaccurate clock on the user's device. */
const clockDifferenceMs = 5 * 60_000

/**
 * Checks a TON Connect `ton_proof`. The public key is in the wallet contract's initial state, whose hash is
 * the address.
 */
export const checkTonLogin: LoginCheck = ({ challenge, answer, clock }) => {
  const proof = answerFields.record(answer.proof)
  const domain = answerFields.record(proof.domain)
  const stateInit = answerFields.base64(answer.stateInit)
  const signature = answerFields.base64(proof.signature)
  const timestamp = wholeSeconds(proof.timestamp)
  if (stateInit === undefined || signature?.length !== 64 || timestamp === undefined)
    return 'malformed-answer'
  if (domain.value !== challenge.domain) return 'other-domain'
  if (domain.lengthBytes !== Buffer.byteLength(challenge.domain)) return 'other-domain'
  if (proof.payload !== challenge.nonce) return 'other-nonce'
  if (timestamp * 1000 < challenge.issuedAt - clockDifferenceMs) return 'expired'
  if (timestamp * 1000 > clock.now() + clockDifferenceMs) return 'not-yet-valid'

  const state = readTonStateInit(stateInit)
  if (state === undefined) return 'malformed-answer'
  if (state.hash !== challenge.address.split(':')[1]) return 'other-address'
  if (state.publicKey === undefined) return 'unsupported-wallet'
  if (answer.publicKey !== undefined) {
    const given = answerFields.hex(answer.publicKey)
    if (given === undefined) return 'malformed-answer'
    if (!given.equals(state.publicKey)) return 'other-address'
  }
  const { address, domain: page, nonce } = challenge
  const digest = tonProofDigest({ address, domain: page, timestamp, payload: nonce })
  const verdict = verifyEd25519(digest, signature, state.publicKey)
  return verdict === 'holds' ? undefined : verdict
}

/**
 * Accepts a number or a string of digits: the specification uses a string, but the TON Connect SDK sends a
 * number.
 */
function wholeSeconds(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : answerFields.text(value)
  return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined
}
