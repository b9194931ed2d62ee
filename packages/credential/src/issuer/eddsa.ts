import { bytesToNumberLE, numberToBytesLE } from '@noble/curves/abstract/utils'
import { babyjubjub } from '@noble/curves/misc'
import { blake512 } from '@noble/hashes/blake1.js'
import { fieldModulus } from '../field.ts'
import { poseidon } from '../leaf/poseidon.ts'

// EdDSA over Baby Jubjub with Poseidon, as checked by circomlib's `EdDSAPoseidonVerifier`. Uses noble's curve
// arithmetic in projective coordinates. `@zk-kit/eddsa-poseidon` would perform a modular inversion for every
// addition, which would make signing about fifteen times slower. `eddsa.test.ts` checks that both
// implementations produce the same bytes.

/** The order of the base point's subgroup. */
const order = 2736030358979909402780800718157159386076813972158567259200215660948447373041n

const Curve = babyjubjub.ExtendedPoint
/**
 * The base point that circomlib uses, `Base8`. noble's own base point generates the whole group, whose order
 * is eight times as large.
 */
const base = Curve.fromAffine({
  x: 5299619240641551281634865583518297030282874472190772894086521144482721001553n,
  y: 16950150798460657717958625567821834550301663161624707787222815936182638968203n,
})

export type Point = readonly [bigint, bigint]
export type Signature = { R8: Point; S: bigint }

/** Returns the public key for 32 secret bytes. */
export function derivePublicKey(secret: Uint8Array): Point {
  return expandSecret(secret).publicKey
}

/** Signs a field element. The signature is deterministic. */
export function signMessage(secret: Uint8Array, message: bigint): Signature {
  if (!isFieldElement(message)) throw new RangeError('only a field element can be signed')
  const { scalar, prefix, publicKey } = expandSecret(secret)
  const nonce = bytesToNumberLE(blake512(Buffer.concat([prefix, numberToBytesLE(message, 32)]))) % order
  const R8 = coordinatesOf(base.multiply(nonce))
  return { R8, S: (nonce + challengeOf(R8, publicKey, message) * scalar) % order }
}

/** Returns whether the message was signed with the private key that belongs to the public key. */
export function verifySignature(message: bigint, { R8, S }: Signature, publicKey: Point): boolean {
  if (![message, ...R8, ...publicKey].every(isFieldElement) || S < 0n || S >= order) return false
  const point = pointAt(R8)
  const key = pointAt(publicKey)
  if (point === undefined || key === undefined) return false
  // Clears the cofactor first. The order of the key then divides `order`, so the challenge can be reduced.
  const challenge = challengeOf(R8, publicKey, message) % order
  const right = key.clearCofactor().multiplyUnsafe(challenge).add(point)
  return base.multiplyUnsafe(S).equals(right)
}

/**
 * Derives the key in the same way as circomlibjs and zk-kit: with Blake-512, and with the usual bits set and
 * cleared.
 */
function expandSecret(secret: Uint8Array) {
  const hash = blake512(secret)
  const [first = 0, last = 0] = [hash[0], hash[31]]
  hash[0] = first & 0xf8
  hash[31] = (last & 0x7f) | 0x40
  const scalar = bytesToNumberLE(hash.subarray(0, 32))
  const publicKey = coordinatesOf(base.multiply((scalar >> 3n) % order))
  return { scalar, prefix: hash.subarray(32), publicKey }
}

function challengeOf(R8: Point, publicKey: Point, message: bigint): bigint {
  return poseidon(R8[0], R8[1], publicKey[0], publicKey[1], message)
}

function coordinatesOf(point: typeof base): Point {
  const { x, y } = point.toAffine()
  return [x, y]
}

function pointAt([x, y]: Point): typeof base | undefined {
  try {
    const point = Curve.fromAffine({ x, y })
    point.assertValidity()
    return point
  } catch {
    return undefined
  }
}

function isFieldElement(value: bigint): boolean {
  return value >= 0n && value < fieldModulus
}
