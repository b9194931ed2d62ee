import { createPublicKey, verify } from 'node:crypto'

const order = 2n ** 252n + 27742317777372353535851937790883648493n
const fieldPrime = 2n ** 255n - 19n

/**
 * Encodings of points of small order, with the sign bit cleared. If such a point is used as a public key,
 * anyone can forge signatures that are valid for every message. The check below also rejects the
 * non-canonical encodings of these points.
 */
const smallOrder = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
])

/** The DER prefix of an Ed25519 public key (RFC 8410), which is followed by the 32 bytes of the key. */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex')

type Verdict = 'holds' | 'bad-signature' | 'malleable-signature' | 'unsupported-wallet'

/**
 * Verifies a signature according to RFC 8032 without the cofactor. Requires canonical encodings of S and the
 * public key. This is stricter than ZIP 215, but accepts every signature that an RFC 8032 signer creates.
 */
export function verifyEd25519(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): Verdict {
  if (signature.length !== 64) return 'bad-signature'
  if (publicKey.length !== 32) return 'unsupported-wallet'
  const unsigned = Buffer.from(publicKey)
  unsigned[31] = (unsigned[31] ?? 0) & 0x7f
  if (smallOrder.has(unsigned.toString('hex')) || numberOf(unsigned) >= fieldPrime)
    return 'unsupported-wallet'
  // Require a reduced S, because S plus the group order also satisfies the equation.
  if (numberOf(signature.subarray(32)) >= order) return 'malleable-signature'
  const key = createPublicKey({ key: Buffer.concat([derPrefix, publicKey]), format: 'der', type: 'spki' })
  return verify(null, message, key, signature) ? 'holds' : 'bad-signature'
}

function numberOf(littleEndian: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(littleEndian).reverse().toString('hex')}`)
}
