import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Seals as the service did before values were bound to their place. */
export function sealUnbound(secret: string, plain: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'touchstone/seal/v1', 32))
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(1), nonce, cipher.getAuthTag(), body])
}
