import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { type KeyRing, SealError, type SecretKeys, type Vault } from '@touchstone/common'
import type { Database } from '@touchstone/storage'
import type { KycTables } from '../tables.ts'
import { beginRotation, endRotation, keepSecretRow, type SecretRow } from './secret-store.ts'

export type StoreKeys = { database: Database; vault: Vault; ring: KeyRing }

/**
 * The fingerprint key, which is encrypted when a rotation begins. The rotation does not re-encrypt this
 * column.
 */
const keptKeyPlace = { table: 'secret_check', column: 'fingerprint_key_sealed', row: ['fingerprint key'] }

/**
 * Determines which secret the store uses for encryption, and checks that the ring contains the required
 * secrets. `mismatch`: the ring belongs to another store, so other nodes could not read new rows.
 * `previous-missing`: a rotation is in progress and the previous secret is missing.
 */
export async function loadStoreKeys(context: StoreKeys): Promise<'valid' | 'mismatch' | 'previous-missing'> {
  const { database, ring } = context
  const [newest] = ring.all()
  if (!newest) return 'mismatch'
  const first = { fingerprint: checkOf(newest.fingerprints), keyId: newest.id }
  const row = await keepSecretRow(database.tables<KycTables>(), first)
  const keys = keysOf(context, row)
  if (!keys || !checkOf(keys.fingerprintKey).equals(row.fingerprint)) return 'mismatch'
  if (row.previousKeyId && !ring.find(row.previousKeyId)) return 'previous-missing'
  ring.use(keys)
  return 'valid'
}

function keysOf(
  { ring, vault }: StoreKeys,
  row: SecretRow,
): { current: SecretKeys; fingerprintKey: KeyObject } | undefined {
  const { keyId, fingerprintKeySealed } = row
  const current = ring.find(keyId)
  if (!current) return undefined
  if (!fingerprintKeySealed) return { current, fingerprintKey: current.fingerprints }
  try {
    const kept = Buffer.from(vault.open(fingerprintKeySealed, keptKeyPlace), 'hex')
    return { current, fingerprintKey: createSecretKey(kept) }
  } catch (error) {
    if (error instanceof SealError) return undefined
    throw error
  }
}

/** Makes all nodes use `target` for encryption. The fingerprint key does not change. */
export async function changeSecret(context: StoreKeys, target: SecretKeys, at: Date): Promise<void> {
  const { database, vault, ring } = context
  const [before, fingerprintKey] = [ring.current(), ring.fingerprintKey()]
  ring.use({ current: target, fingerprintKey })
  try {
    await beginRotation(database.tables<KycTables>(), {
      keyId: target.id,
      previousKeyId: before === target ? null : before.id,
      fingerprintKeySealed: vault.seal(fingerprintKey.export().toString('hex'), keptKeyPlace),
      at,
    })
  } catch (error) {
    ring.use({ current: before, fingerprintKey })
    throw error
  }
}

/** Ends the rotation once all values are encrypted with the current secret. */
export async function secretChanged({ database }: Pick<StoreKeys, 'database'>): Promise<void> {
  await endRotation(database.tables<KycTables>())
}

function checkOf(fingerprintKey: KeyObject): Buffer {
  return createHmac('sha256', fingerprintKey)
    .update('secret-check')
    .update('\0')
    .update('touchstone')
    .digest()
}
