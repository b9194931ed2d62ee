import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** What is derived from one master secret. */
export type SecretKeys = {
  /** Names the secret in what it seals; tells nothing of it. */
  readonly id: Buffer
  readonly seal: KeyObject
  readonly fingerprints: KeyObject
}

/**
 * The master secrets of a service: one seals, all of them open. Which one seals is the store's to say, so that all nodes
 * change over together.
 */
export type KeyRing = {
  current(): SecretKeys
  find(id: Uint8Array): SecretKeys | undefined
  all(): readonly SecretKeys[]
  /** Of the first secret that the store had: many fingerprints can't be made again. */
  fingerprintKey(): KeyObject
  add(secret: string): SecretKeys
  /** From now on: what the store says. */
  use(state: { current: SecretKeys; fingerprintKey: KeyObject }): void
}

/** The first secret seals, until `use` says otherwise. */
export function createKeyRing(secrets: readonly string[]): KeyRing {
  const keys = secrets.map(keysOf)
  const [first] = keys
  if (!first) throw new Error('a key ring needs a secret')
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
    fingerprints: key('touchstone/fingerprint/v1'),
  }
}

function derive(secret: string, label: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', label, length))
}
