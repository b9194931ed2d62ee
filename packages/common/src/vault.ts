import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { createKeyRing, type KeyRing, type SecretKeys } from './key-ring.ts'
import type { Place } from './sealed-column.ts'

/**
 * Encrypts personal data in the store. `seal` encrypts a value (AES-256-GCM with a new nonce each time) and
 * binds it to its location. `fingerprint` returns a keyed hash for looking up a sealed value.
 */
export type Vault = {
  seal(plain: string, place: Place): Buffer
  /**
   * Decrypts a value. Throws `SealError` if the value was changed, moved from another location, or sealed
   * with an unknown key.
   */
  open(sealed: Uint8Array, place: Place): string
  /** Returns whether the value is sealed with the current key. */
  isCurrent(sealed: Uint8Array): boolean
  /** Returns the prefix shared by all values sealed and all rows signed with the current key. */
  currentPrefix(): Buffer
  /**
   * Returns a MAC of a row. `place` contains the MAC's column and every value of the row that the MAC
   * protects. Like sealed values, MACs identify the secret with which they were created.
   */
  sign(place: Place): Buffer
  /** Returns whether the MAC was created for exactly this row with one of the secrets. */
  isSigned(mac: Uint8Array | null, place: Place): boolean
  /**
   * Returns a keyed hash. Hashes for different purposes differ, even for the same value. Fingerprints remain
   * valid after the master secret changes.
   */
  fingerprint(purpose: string, value: string): Buffer
}

/** A sealed value that can't be opened. The message names the column, but not the row or its content. */
export class SealError extends Error {
  override readonly name = 'SealError'
}

/** The first byte of every sealed value. */
const format = 2
const keyIdLength = 4
const nonceLength = 12
const tagLength = 16
const macLength = 32

/** Accepts a single master secret or a key ring. */
export function createVault(keys: string | KeyRing): Vault {
  const ring = typeof keys === 'string' ? createKeyRing([keys]) : keys
  const currentPrefix = () => Buffer.concat([Buffer.of(format), ring.current().id])
  const macWith = ({ id, sign }: SecretKeys, place: Place) =>
    createHmac('sha256', sign).update(boundTo(id, place)).digest()

  return {
    currentPrefix,

    seal(plain, place) {
      const { id, seal } = ring.current()
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', seal, nonce, { authTagLength: tagLength })
      cipher.setAAD(boundTo(id, place))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(format), id, nonce, cipher.getAuthTag(), body])
    },

    open(sealed, place) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
      if (bytes[0] !== format) throw failure(place, 'it has an unknown format')
      const id = bytes.subarray(1, 1 + keyIdLength)
      const key = ring.find(id)
      if (!key) throw failure(place, `it is sealed with the secret ${id.toString('hex')}, which is not set`)
      const opened = decrypt(key.seal, bytes.subarray(1 + keyIdLength), boundTo(id, place))
      if (opened === undefined) throw failure(place, 'it was changed or moved here from another location')
      return opened
    },

    isCurrent(sealed) {
      const prefix = currentPrefix()
      return prefix.equals(sealed.subarray(0, prefix.length))
    },

    sign(place) {
      return Buffer.concat([currentPrefix(), macWith(ring.current(), place)])
    },

    isSigned(mac, place) {
      if (mac === null || mac.length !== 1 + keyIdLength + macLength || mac[0] !== format) return false
      const key = ring.find(mac.subarray(1, 1 + keyIdLength))
      return key !== undefined && timingSafeEqual(macWith(key, place), mac.subarray(1 + keyIdLength))
    },

    fingerprint(purpose, value) {
      return createHmac('sha256', ring.fingerprintKey()).update(purpose).update('\0').update(value).digest()
    },
  }
}

function decrypt(key: KeyObject, bytes: Buffer, bound: Buffer): string | undefined {
  try {
    const nonce = bytes.subarray(0, nonceLength)
    // Node.js accepts any tag length by default, but shorter tags are easier to forge.
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
    decipher.setAAD(bound)
    decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
    const body = bytes.subarray(nonceLength + tagLength)
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** Uses JSON, so that different locations never have the same encoding. */
function boundTo(id: SecretKeys['id'], { table, column, row }: Place): Buffer {
  return Buffer.from(JSON.stringify(['touchstone/sealed/v2', id.toString('hex'), table, column, ...row]))
}

function failure({ table, column }: Place, why: string): SealError {
  return new SealError(`a value of ${table}.${column} can't be opened: ${why}`)
}
