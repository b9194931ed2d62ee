import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type { SecretKeys } from '@touchstone/common'

/** Encrypts the parts of one backup and signs its manifest, with keys that no other backup uses. */
export type BackupKeys = {
  /** Identifies the content of a part without revealing it. */
  contentId(lines: Uint8Array): Buffer
  /** Encrypts the content of a part. `contentId` is stored with it, readable without the key. */
  seal(part: string, contentId: Uint8Array, packed: Uint8Array): Buffer
  /** Decrypts a part, or returns undefined if it was changed or belongs to another place or backup. */
  open(part: string, sealed: Uint8Array): Buffer | undefined
  sign(manifest: string): string
  isSigned(manifest: string, mac: string): boolean
}

const format = Buffer.from('TSB1')
const idLength = 32
const nonceLength = 12
const tagLength = 16
const headLength = format.length + idLength + nonceLength + tagLength

export function backupKeys(secret: Pick<SecretKeys, 'backup'>, backupId: string): BackupKeys {
  const key = (label: string): KeyObject =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret.backup, Buffer.from(backupId, 'hex'), label, 32)))
  const keys = { part: key('part'), content: key('content'), manifest: key('manifest') }
  const boundTo = (part: string, id: Uint8Array) =>
    Buffer.from(JSON.stringify(['touchstone/backup/v1', backupId, part, Buffer.from(id).toString('hex')]))
  const macOf = (manifest: string) => createHmac('sha256', keys.manifest).update(manifest).digest()
  return {
    contentId: (lines) => createHmac('sha256', keys.content).update(lines).digest(),
    seal(part, contentId, packed) {
      // Random, because a part that changed since an interrupted backup is encrypted again with the same key.
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', keys.part, nonce, { authTagLength: tagLength })
      cipher.setAAD(boundTo(part, contentId))
      const body = Buffer.concat([cipher.update(packed), cipher.final()])
      return Buffer.concat([format, contentId, nonce, cipher.getAuthTag(), body])
    },
    open(part, sealed) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
      const contentId = contentIdOf(bytes)
      if (contentId === undefined) return undefined
      const at = format.length + idLength
      try {
        const nonce = bytes.subarray(at, at + nonceLength)
        const decipher = createDecipheriv('aes-256-gcm', keys.part, nonce, { authTagLength: tagLength })
        decipher.setAAD(boundTo(part, contentId))
        decipher.setAuthTag(bytes.subarray(at + nonceLength, headLength))
        return Buffer.concat([decipher.update(bytes.subarray(headLength)), decipher.final()])
      } catch {
        return undefined
      }
    },
    sign: (manifest) => macOf(manifest).toString('hex'),
    isSigned(manifest, mac) {
      const given = Buffer.from(mac, 'hex')
      const expected = macOf(manifest)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

/** Returns the content id that a sealed part names, or undefined if the bytes are not a part. */
export function contentIdOf(sealed: Buffer): Buffer | undefined {
  if (sealed.length < headLength || !sealed.subarray(0, format.length).equals(format)) return undefined
  return sealed.subarray(format.length, format.length + idLength)
}
