import { createHash } from 'node:crypto'
import { verifyEd25519 } from '../verify-ed25519.ts'
import { verifySecp256k1 } from '../verify-secp256k1.ts'

type AptosKey = {
  /**
   * The hash of the key, which the chain stores for each account. An account's first authentication key is its
   * address.
   */
  readonly authenticationKey: string
  verify(message: Uint8Array, signature: Uint8Array): ReturnType<typeof verifyEd25519> | 'malformed-answer'
}

const ed25519Scheme = 0
const singleKeyScheme = 2
const variants = { ed25519: 0, secp256k1: 1 }

/**
 * Parses a public key from an Aptos wallet: 32 bytes for Ed25519, or the BCS encoding of a key in the
 * single-key scheme.
 */
export function readAptosKey(bytes: Buffer): AptosKey | undefined {
  if (bytes.length === 32) {
    return {
      authenticationKey: hashOf(bytes, ed25519Scheme),
      verify: (message, signature) =>
        signature.length === 64 ? verifyEd25519(message, signature, bytes) : 'malformed-answer',
    }
  }
  const [variant, length] = bytes
  const key = bytes.subarray(2)
  if (length !== key.length) return undefined
  if (variant === variants.ed25519 && key.length === 32) {
    return single((message, signature) => verifyEd25519(message, signature, key))
  }
  if (variant === variants.secp256k1 && key.length === 65) {
    return single((message, signature) => verifySecp256k1(sha3(message), signature, key))
  }
  return undefined

  function single(check: AptosKey['verify']): AptosKey {
    return {
      authenticationKey: hashOf(bytes, singleKeyScheme),
      verify(message, signature) {
        // The BCS encoding of a signature: variant, length and 64 bytes.
        const framed = signature.length === 66 && signature[0] === variant && signature[1] === 64
        return framed ? check(message, signature.subarray(2)) : 'malformed-answer'
      },
    }
  }
}

function hashOf(key: Uint8Array, scheme: number): string {
  return `0x${sha3(Buffer.concat([key, Buffer.of(scheme)])).toString('hex')}`
}

function sha3(bytes: Uint8Array): Buffer {
  return createHash('sha3-256').update(bytes).digest()
}
