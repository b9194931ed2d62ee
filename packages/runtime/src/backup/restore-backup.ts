import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createKeyRing, type Logger, OperatorError, type SecretKeys } from '@touchstone/common'
import { holdDataFolder } from '../data-folder/hold-data-folder.ts'
import { masterSecrets } from '../data-folder/master-secret.ts'
import { openDatabase, openOwnLedger } from '../open-databases.ts'
import type { Progress } from '../progress.ts'
import type { Settings } from '../settings/read-settings.ts'
import { readManifest } from './backup-folder.ts'
import { type Loaded, loadBackup, refuseNewerSchema } from './load-backup.ts'

export type RestoreReport = Loaded & {
  id: string
  at: string
  version: string
  hasLedger: boolean
}

/**
 * Restores a backup into the empty stores of the settings, with the tables as they were when it was made. The
 * caller then runs the migrations of this version.
 */
export async function restoreBackup(options: {
  settings: Settings
  folder: string
  logger: Logger
  withoutLedger?: boolean
  onProgress?: Progress
  signal?: AbortSignal
}): Promise<RestoreReport> {
  const { settings, folder, logger, withoutLedger = false, onProgress = () => {}, signal } = options
  const { manifest, keys } = readManifest(folder, secretsOf(settings))
  refuseNewerSchema(manifest)
  const hasLedger = manifest.ledger !== undefined && !withoutLedger
  if (hasLedger && settings.ledgerUrl === 'off') {
    throw new OperatorError({
      code: 'restore.no-ledger',
      message: 'The backup contains a ledger, and LEDGER_URL is off.',
      remedy: 'Remove LEDGER_URL=off, or leave the ledger out with --without-ledger.',
    })
  }
  const held = settings.databaseUrl === undefined ? await holdDataFolder(settings.dataFolder) : undefined
  try {
    const database = await openDatabase(settings, logger)
    try {
      const own = hasLedger ? await openOwnLedger(settings, logger) : undefined
      try {
        const target = { database, ledger: hasLedger ? (own ?? database) : undefined }
        const loaded = await loadBackup({ folder, manifest, keys, target, onProgress, signal })
        return { ...loaded, id: manifest.id, at: manifest.at, version: manifest.version, hasLedger }
      } finally {
        await own?.close()
      }
    } finally {
      await database.close()
    }
  } finally {
    await held?.release()
  }
}

/** Returns the master secrets. Unlike a start of the service, creates none. */
export function secretsOf({
  secret: configured,
  oldSecret: old,
  dataFolder,
}: Settings): readonly SecretKeys[] {
  if (configured === undefined && !existsSync(join(dataFolder, 'secret'))) {
    throw new OperatorError({
      code: 'backup.no-secret',
      message: 'There is no master secret. A backup does not contain it.',
      remedy:
        'Set TOUCHSTONE_SECRET, or put the file "secret" of the data folder in which the backup was made into this data folder.',
    })
  }
  return createKeyRing(masterSecrets({ configured, old, dataFolder })).all()
}
