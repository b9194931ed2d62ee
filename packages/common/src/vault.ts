import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/**
 * Keeps personal data unreadable in the store. `seal` encrypts a value (AES-256-GCM, a fresh nonce each time);
 * `fingerprint` makes the keyed hash by which a sealed value can still be looked up.
 */
export type Vault = {
  seal(plain: string): Buffer
  open(sealed: Uint8Array): string
  /** Hashes of different purposes never match each other, even for the same value. */
  fingerprint(purpose: string, value: string): Buffer
}

const formatVersion = 1
const nonceLength = 12
const tagLength = 16

export function createVault(masterSecret: string): Vault {
  const sealingKey = derive(masterSecret, 'touchstone/seal/v1')
  const fingerprintKey = derive(masterSecret, 'touchstone/fingerprint/v1')

  return {
    seal(plain) {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(formatVersion), nonce, cipher.getAuthTag(), body])
    },

    open(sealed) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
      if (bytes[0] !== formatVersion) throw new Error('a sealed value has an unknown format version')
      const nonce = bytes.subarray(1, 1 + nonceLength)
      const tag = bytes.subarray(1 + nonceLength, 1 + nonceLength + tagLength)
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, nonce)
      decipher.setAuthTag(tag)
      const body = bytes.subarray(1 + nonceLength + tagLength)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },

    fingerprint(purpose, value) {
      return createHmac('sha256', fingerprintKey).update(purpose).update('\0').update(value).digest()
    },
  }
}

function derive(masterSecret: string, label: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', masterSecret, '', label, 32)))
}
