import { setTimeout as pause } from 'node:timers/promises'
import { OperatorError, SealError, type SecretKeys } from '@touchstone/common'
import { changeSecret, secretChanged, selectSecretRow, tablesOf } from '@touchstone/kyc'
import { countToReseal, resealColumn } from '@touchstone/storage'
import { addSecretToFile, keepNewestSecret } from '../data-folder/master-secret.ts'
import type { Runtime } from '../open-runtime.ts'
import type { Progress } from '../progress.ts'
import { allSealedColumns } from './all-sealed-columns.ts'

export type RotationReport = {
  /** The name of the secret that everything is sealed under now; tells nothing of it. */
  keyId: string
  resealed: number
  /** Columns with values that can't be opened, and stay as they were. */
  unreadable: { column: string; values: number }[]
  /** Where the secret is: with `settings`, the former one can be removed from them. */
  secretIn: 'settings' | 'data folder'
}

/** How often a node asks the store which secret seals. */
export const keysReadEveryMs = 5000
/** After that nobody seals under the former secret, and what was sealed before is committed. */
const changeOverMs = 3 * keysReadEveryMs
const defaultBatch = 500

type Rotating = Pick<Runtime, 'clock' | 'vault' | 'ring' | 'database' | 'kyc' | 'address'> & {
  settings: Pick<Runtime['settings'], 'secret' | 'dataFolder'>
}

/**
 * Seals everything again under a new master secret, while the service runs. May be killed and run again: it continues
 * with what is not sealed under the new secret yet.
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
    const first = await walk(runtime, progress, signal, options.batch ?? defaultBatch)
    // Whoever seals under the former secret at this moment has to come to an end: other nodes, and calls in this process.
    if (database.engine === 'server' || runtime.address.url !== '') {
      progress({ label: 'waiting for what is under way', done: 0, total: 1 })
      await pause(options.changeOverMs ?? changeOverMs, undefined, { signal })
    }
    // What others sealed under the former secret during the first walk.
    const second = await walk(runtime, progress, signal, options.batch ?? defaultBatch)
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

/** Seals again, over all columns, what is not sealed under the present secret. */
async function walk({ database, vault }: Rotating, report: Progress, stop: AbortSignal, batch: number) {
  const prefix = vault.currentPrefix()
  let [total, done, resealed] = [0, 0, 0]
  for (const column of allSealedColumns) total += await countToReseal(database, column, prefix)
  const unreadable: RotationReport['unreadable'] = []
  for (const column of allSealedColumns) {
    const walked = await resealColumn(database, {
      ...{ column, prefix, batch },
      reseal(sealed, row) {
        try {
          const place = column.at(...row)
          return vault.seal(vault.open(sealed, place), place)
        } catch (error) {
          if (error instanceof SealError) return undefined
          throw error
        }
      },
      onBatch(count) {
        done += count
        report({ label: 'sealing again', done: Math.min(done, total), total })
        stop.throwIfAborted()
      },
    })
    resealed += walked.resealed
    if (walked.unreadable > 0)
      unreadable.push({ column: `${column.table}.${column.column}`, values: walked.unreadable })
  }
  return { resealed, unreadable }
}

/** The secret to change to. A secret that an interrupted run has written to the data folder is used again. */
function targetOf({ settings, ring, database }: Rotating): SecretKeys {
  const [newest] = ring.all()
  if (newest && newest !== ring.current()) return newest
  if (settings.secret === undefined && database.engine === 'embedded')
    return ring.add(addSecretToFile(settings.dataFolder))
  // A node without the new secret may have sealed values after the last rotation.
  if (ring.all().length > 1) return ring.current()
  throw new OperatorError({
    code: 'secret.no-new-one',
    message: 'There is no new master secret to change to.',
    remedy:
      'Set TOUCHSTONE_SECRET to a new one and TOUCHSTONE_OLD_SECRET to the present one, restart every node, and run this again.',
  })
}

function busy(): OperatorError {
  return new OperatorError({
    code: 'secret.rotating',
    message: 'Another process is changing the master secret at this moment.',
    remedy: 'Wait for it to end.',
  })
}
