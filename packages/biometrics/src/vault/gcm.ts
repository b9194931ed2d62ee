import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const nonceLength = 12
const tagLength = 16

/**
 * Encrypts with AES-256-GCM and a fresh nonce. Returns the nonce, the tag and the ciphertext. Decryption
 * requires the same `bound`.
 */
export function encrypt(key: Uint8Array, plain: Uint8Array, bound: string): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Throws if the key is wrong, a bit has been changed, or the data is bound to other values. */
export function decrypt(key: Uint8Array, sealed: Uint8Array, bound: string): Buffer {
  const nonce = sealed.subarray(0, nonceLength)
  const tag = sealed.subarray(nonceLength, nonceLength + tagLength)
  // Required because Node otherwise accepts shorter tags, which are easier to forge.
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(bound)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength + tagLength)), decipher.final()])
}
