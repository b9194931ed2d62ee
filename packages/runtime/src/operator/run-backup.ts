import type { Logger } from '@touchstone/common'
import type { BackupReport } from '../backup/make-backup.ts'
import type { RestoreReport } from '../backup/restore-backup.ts'
import type { VerifyReport } from '../backup/verify-backup.ts'
import type { Progress } from '../progress.ts'
import type { Settings } from '../settings/read-settings.ts'
import { runCommand } from './run-command.ts'

export type { BackupReport, RestoreReport, VerifyReport }

type Options = {
  settings: Settings
  folder: string
  logger: Logger
  onProgress: Progress
  signal: AbortSignal
}

// The engines are loaded when a backup starts, because the command line imports this file for every command.

/** Backs up the stores of the settings. A running server copies its embedded store for this process. */
export async function runBackup(
  options: Options & { version: string; withoutLedger?: boolean },
): Promise<BackupReport> {
  const { makeBackup } = await import('../backup/make-backup.ts')
  const { settings, logger } = options
  return await makeBackup({
    ...options,
    async copyStore(id) {
      await runCommand({ name: 'backup copy', input: { id }, settings, logger })
    },
  })
}

/** Restores a backup into empty stores, and runs the migrations of this version. */
export async function runRestore(
  options: Options & { withoutLedger?: boolean },
): Promise<RestoreReport & { migrated: string[] }> {
  const { restoreBackup } = await import('../backup/restore-backup.ts')
  const { settings, logger, onProgress } = options
  const restored = await restoreBackup(options)
  onProgress({ label: 'migrating', done: 0, total: 1 })
  // A ledger that was left out is empty, and does not match the import journal until it is reset.
  const { ran } = await runCommand({
    ...{ name: 'store migrate', settings, logger },
    input: { withoutLedger: !restored.hasLedger },
  })
  return { ...restored, migrated: ran }
}

/** Restores a backup into a scratch database and compares the result with the backup. */
export async function runBackupVerify(options: Options & { scratchUrl?: string }): Promise<VerifyReport> {
  const { verifyBackup } = await import('../backup/verify-backup.ts')
  return await verifyBackup(options)
}
