import { secp256k1 } from '@noble/curves/secp256k1.js'

/** Verifies a 64-byte signature and requires the lower of the two valid S values. */
export function verifySecp256k1(
  hash: Uint8Array,
  signature: Uint8Array,
  publicKey: Uint8Array,
): 'holds' | 'bad-signature' | 'malleable-signature' {
  if (signature.length !== 64) return 'bad-signature'
  const holds = (lowS: boolean) =>
    secp256k1.verify(signature, hash, publicKey, { format: 'compact', prehash: false, lowS })
  if (holds(true)) return 'holds'
  return holds(false) ? 'malleable-signature' : 'bad-signature'
}
