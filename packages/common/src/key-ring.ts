import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** The keys that are derived from one master secret. */
export type SecretKeys = {
  /** Identifies the secret in sealed values without revealing it. */
  readonly id: Buffer
  readonly seal: KeyObject
  readonly sign: KeyObject
  readonly fingerprints: KeyObject
  /** The keys of each backup are derived from this key. */
  readonly backup: KeyObject
}

/**
 * The service's master secrets. One secret seals new values, and every secret can open existing values. The
 * store determines which secret seals new values, so that all nodes switch at the same time.
 */
export type KeyRing = {
  current(): SecretKeys
  find(id: Uint8Array): SecretKeys | undefined
  all(): readonly SecretKeys[]
  /**
   * Returns the key for fingerprints. The key is always derived from the store's first secret, because many
   * fingerprints can't be recomputed.
   */
  fingerprintKey(): KeyObject
  add(secret: string): SecretKeys
  /** Replaces the ring's state with the state from the store. */
  use(state: { current: SecretKeys; fingerprintKey: KeyObject }): void
}

/** Creates a key ring in which the first secret seals new values until `use` is called. */
export function createKeyRing(secrets: readonly string[]): KeyRing {
  const keys = secrets.map(keysOf)
  const [first] = keys
  if (!first) throw new Error('a key ring needs at least one secret')
  let state = { current: first, fingerprintKey: first.fingerprints }
  const find = (id: Uint8Array) => keys.find((each) => each.id.equals(id))
  return {
    current: () => state.current,
    find,
    all: () => keys,
    fingerprintKey: () => state.fingerprintKey,
    add(secret) {
      const made = keysOf(secret)
      const known = find(made.id)
      if (!known) keys.push(made)
      return known ?? made
    },
    use(next) {
      state = next
    },
  }
}

function keysOf(secret: string): SecretKeys {
  const key = (label: string) => createSecretKey(derive(secret, label, 32))
  return {
    id: derive(secret, 'touchstone/key-id/v2', 4),
    seal: key('touchstone/seal/v2'),
    sign: key('touchstone/sign/v1'),
    fingerprints: key('touchstone/fingerprint/v1'),
    backup: key('touchstone/backup/v1'),
  }
}

function derive(secret: string, label: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', label, length))
}
