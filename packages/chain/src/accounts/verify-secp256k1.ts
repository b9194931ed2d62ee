import { Secp256k1, Secp256k1Signature } from '@cosmjs/crypto'

const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/** Checks a signature of 64 bytes, and that its S is the lower one of the two that hold. */
export function verifySecp256k1(
  hash: Uint8Array,
  signature: Uint8Array,
  publicKey: Uint8Array,
): 'holds' | 'bad-signature' | 'malleable-signature' {
  if (signature.length !== 64) return 'bad-signature'
  let holds = false
  try {
    holds = Secp256k1.verifySignature(Secp256k1Signature.fromFixedLength(signature), hash, publicKey)
  } catch {
    // A public key that is no point of the curve, an S of zero.
  }
  if (!holds) return 'bad-signature'
  const s = BigInt(`0x${Buffer.from(signature.slice(32)).toString('hex')}`)
  return s > halfOrder ? 'malleable-signature' : 'holds'
}
