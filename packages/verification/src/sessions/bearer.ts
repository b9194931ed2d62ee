import { randomBytes } from 'node:crypto'
import type { Vault } from '@touchstone/common'

export function newBearer(): string {
  return randomBytes(32).toString('base64url')
}

export function bearerHash(vault: Vault, bearer: string): Buffer {
  return vault.fingerprint('frame-session', bearer)
}
