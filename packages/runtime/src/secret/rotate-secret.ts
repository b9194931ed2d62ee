import { setTimeout as pause } from 'node:timers/promises'
import { OperatorError, type Place, SealError, type SecretKeys, type Vault } from '@touchstone/common'
import { changeSecret, secretChanged, selectSecretRow, tablesOf } from '@touchstone/kyc'
import { countToReseal, resealColumn } from '@touchstone/storage'
import { addSecretToFile, keepNewestSecret } from '../data-folder/master-secret.ts'
import type { Runtime } from '../open-runtime.ts'
import type { Progress } from '../progress.ts'
import { allMacColumns, allSealedColumns } from './all-sealed-columns.ts'

export type RotationReport = {
  /** Identifies the current secret without revealing it. */
  keyId: string
  resealed: number
  /**
   * Columns with values that could not be decrypted, or with MACs that were wrong. The rotation leaves these
   * values unchanged.
   */
  unreadable: { column: string; values: number }[]
  /** Where the secret is stored. If it is `settings`, the operator can now remove the previous secret. */
  secretIn: 'settings' | 'data folder'
}

/** How often a node checks the store for the secret that it must encrypt with. */
export const keysReadEveryMs = 5000
/**
 * The time after which no node encrypts with the previous secret any more, and all values that were encrypted
 * with it are committed.
 */
const changeOverMs = 3 * keysReadEveryMs
const defaultBatch = 500

type Rotating = Pick<Runtime, 'clock' | 'vault' | 'ring' | 'database' | 'kyc' | 'address'> & {
  settings: Pick<Runtime['settings'], 'secret' | 'dataFolder'>
}

/**
 * Re-encrypts all encrypted values with a new master secret while the service runs. Repeat an interrupted
 * rotation to continue with the remaining values.
 */
export async function rotateSecret(
  runtime: Rotating,
  progress: Progress,
  signal: AbortSignal,
  options: { changeOverMs?: number; batch?: number } = {},
): Promise<RotationReport> {
  const { database, settings, ring } = runtime
  const release = await database.claim('secret-rotation')
  if (!release) throw busy()
  try {
    const row = await selectSecretRow(tablesOf(runtime.kyc))
    if (row.rotatingSince === null) {
      await changeSecret(runtime, targetOf(runtime), new Date(runtime.clock.now()))
    }
    const first = await resealAll(runtime, progress, signal, options.batch ?? defaultBatch)
    // Wait until other nodes and concurrent calls in this process no longer encrypt with the previous secret.
    if (database.engine === 'server' || runtime.address.url !== '') {
      progress({ label: 'waiting for running operations to finish', done: 0, total: 1 })
      await pause(options.changeOverMs ?? changeOverMs, undefined, { signal })
    }
    // Re-encrypt values that were encrypted with the previous secret during the first pass.
    const second = await resealAll(runtime, progress, signal, options.batch ?? defaultBatch)
    await secretChanged(runtime)
    const isInFile = settings.secret === undefined
    if (isInFile) keepNewestSecret(settings.dataFolder)
    return {
      keyId: ring.current().id.toString('hex'),
      resealed: first.resealed + second.resealed,
      unreadable: second.unreadable,
      secretIn: isInFile ? 'data folder' : 'settings',
    }
  } finally {
    await release()
  }
}

/** Re-encrypts the values and recalculates the MACs that do not use the current secret. */
async function resealAll({ database, vault }: Rotating, report: Progress, stop: AbortSignal, batch: number) {
  const prefix = vault.currentPrefix()
  let [total, done, resealed] = [0, 0, 0]
  const columns = [
    ...allSealedColumns.map((column) => ({ column, renew: reseal })),
    ...allMacColumns.map((column) => ({ column, renew: signAgain })),
  ]
  for (const { column } of columns) total += await countToReseal(database, column, prefix)
  const unreadable: RotationReport['unreadable'] = []
  for (const { column, renew } of columns) {
    const result = await resealColumn(database, {
      ...{ column, prefix, batch },
      reseal: (value, row) => renew(vault, value, column.at(...row)),
      onBatch(count) {
        done += count
        report({ label: 're-encrypting', done: Math.min(done, total), total })
        stop.throwIfAborted()
      },
    })
    resealed += result.resealed
    if (result.unreadable > 0)
      unreadable.push({ column: `${column.table}.${column.column}`, values: result.unreadable })
  }
  return { resealed, unreadable }
}

function reseal(vault: Vault, sealed: Uint8Array, place: Place): Buffer | undefined {
  try {
    return vault.seal(vault.open(sealed, place), place)
  } catch (error) {
    if (error instanceof SealError) return undefined
    throw error
  }
}

/** Keeps wrong MACs, so that a forged row does not become valid. */
function signAgain(vault: Vault, mac: Uint8Array, place: Place): Buffer | undefined {
  return vault.isSigned(mac, place) ? vault.sign(place) : undefined
}

/**
 * Returns the new secret. If an interrupted run has already written a new secret to the data folder, returns
 * that one.
 */
function targetOf({ settings, ring, database }: Rotating): SecretKeys {
  const [newest] = ring.all()
  if (newest && newest !== ring.current()) return newest
  if (settings.secret === undefined && database.engine === 'embedded')
    return ring.add(addSecretToFile(settings.dataFolder))
  // Values can still be encrypted with the previous secret, because a node without the new secret could have
  // written them after the last rotation.
  if (ring.all().length > 1) return ring.current()
  throw new OperatorError({
    code: 'secret.no-new-one',
    message: 'No new master secret is configured.',
    remedy:
      'Set TOUCHSTONE_SECRET to a new secret and TOUCHSTONE_OLD_SECRET to the current one, restart every node, and run this command again.',
  })
}

function busy(): OperatorError {
  return new OperatorError({
    code: 'secret.rotating',
    message: 'Another process is rotating the master secret.',
    remedy: 'Wait until it has finished.',
  })
}
