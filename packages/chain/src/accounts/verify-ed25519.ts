import nacl from 'tweetnacl'

const order = 2n ** 252n + 27742317777372353535851937790883648493n

/**
 * Points of small order, with the sign bit cleared: signatures that hold for every message can be made for such a
 * "public key", and it is nobody's.
 */
const smallOrder = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
])

type Verdict = 'holds' | 'bad-signature' | 'malleable-signature' | 'unsupported-wallet'

/** Checks a signature, and that it is written in the one way in which it may be. */
export function verifyEd25519(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): Verdict {
  if (signature.length !== nacl.sign.signatureLength) return 'bad-signature'
  if (publicKey.length !== nacl.sign.publicKeyLength) return 'unsupported-wallet'
  const unsigned = Buffer.from(publicKey)
  unsigned[31] = (unsigned[31] ?? 0) & 0x7f
  if (smallOrder.has(unsigned.toString('hex'))) return 'unsupported-wallet'
  // The library takes any S; S plus the order of the group would hold as well.
  const s = BigInt(`0x${Buffer.from(signature.slice(32)).reverse().toString('hex')}`)
  if (s >= order) return 'malleable-signature'
  return nacl.sign.detached.verify(message, signature, publicKey) ? 'holds' : 'bad-signature'
}
