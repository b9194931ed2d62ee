/**
 * The entry point for the command line, which usually delegates commands to a running server. Loads the
 * engines and opens the stores only when they are needed.
 */

export { addKeyToFile } from '@touchstone/biometrics/key-file'
export { type NotInBackup, notInBackup } from './backup/not-in-backup.ts'
export type { ChainStatusView } from './chains/chain-status.ts'
export { connectToHolder } from './data-folder/hold-data-folder.ts'
export { calibrateFaces, type FaceCalibration } from './faces/calibrate-faces.ts'
export { checkUpgrade, type UpgradeCheck } from './operator/check-upgrade.ts'
export type { AuditBreakView } from './operator/commands/audit.ts'
export type { CommandName, InputOf, OutputOf } from './operator/commands/index.ts'
export type { KeyView } from './operator/commands/key.ts'
export type { ListImportReport } from './operator/commands/list.ts'
export type { CreatedMerchantView, MerchantView } from './operator/commands/merchant.ts'
export type { ProgramView } from './operator/commands/program.ts'
export type { PriceTest, SourceRecord, SourceTest } from './operator/commands/source.ts'
export type { SsoRecord } from './operator/commands/sso.ts'
export type { DeadEventView } from './operator/commands/webhook.ts'
export {
  type BackupReport,
  type RestoreReport,
  runBackup,
  runBackupVerify,
  runRestore,
  type VerifyReport,
} from './operator/run-backup.ts'
export { runCommand } from './operator/run-command.ts'
export type { Progress } from './progress.ts'
export { checkRedis } from './readiness/check-addresses.ts'
export { envFileName, renderEnvFile } from './settings/env-file.ts'
export { isFolderHeld } from './settings/is-folder-held.ts'
export { environment, readSettings, type Settings, settingsGiven } from './settings/read-settings.ts'
export type { Setting } from './settings/setting.ts'
export { problemsIn } from './settings/setting-problems.ts'
export { type SettingName, settingsTable } from './settings/settings-table.ts'
export { runWorker } from './work/run-worker.ts'
