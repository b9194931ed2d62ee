import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { Vault } from '@touchstone/common'

/** PKCS #8 of an Ed25519 key, before its 32 bytes. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The demo provider signs with a key of its own. Not kept anywhere: who has the master secret has the same one. */
export function demoProviderKey(vault: Vault): { kid: string; privateKey: KeyObject; publicJwk: object } {
  const seed = vault.fingerprint('demo-provider', 'key')
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
  const kid = vault.fingerprint('demo-provider', 'kid').toString('hex').slice(0, 16)
  const jwk = createPublicKey(privateKey).export({ format: 'jwk' })
  return { kid, privateKey, publicJwk: { ...jwk, kid, alg: 'EdDSA', use: 'sig' } }
}
