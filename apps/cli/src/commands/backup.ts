import { resolve } from 'node:path'
import { silentLogger } from '@touchstone/common'
import {
  type BackupReport,
  type NotInBackup,
  notInBackup,
  type RestoreReport,
  runBackup,
  runBackupVerify,
  runRestore,
  type VerifyReport,
} from '@touchstone/runtime/command-line'
import type { Command } from 'commander'
import { argument, given, option } from '../options.ts'
import { printOutput, settingsOf, withProgress } from '../session.ts'
import type { SubCommand } from '../sub-command.ts'
import { table } from '../table.ts'
import { terminalOf } from '../terminal.ts'
import { version } from '../version.ts'

export const backup: SubCommand = {
  name: 'backup',
  description:
    'write an encrypted backup of the database and the ledger into a folder while the service runs; resumes an interrupted one',
  arguments: [argument('<target>', 'an empty or new folder, or one with an interrupted backup')],
  options: [option('--without-ledger', 'leave out the ledger, which can be imported again')],
  run: make,
  commands: [
    {
      name: 'verify',
      description:
        'restore a backup into a scratch database and compare all rows; exit code 1 if they differ',
      arguments: [argument('<source>', 'the folder of the backup')],
      options: [
        option(
          '--scratch <url>',
          'a PostgreSQL server on which to create the scratch database (default: an embedded one in the temporary folder)',
        ),
      ],
      run: verify,
    },
  ],
}

export const restore: SubCommand = {
  name: 'restore',
  description:
    'restore a backup into an empty database or data folder, and migrate it; resumes an interrupted restore',
  arguments: [argument('<source>', 'the folder of the backup')],
  options: [option('--without-ledger', 'leave out the ledger of the backup')],
  run: load,
}

async function make(command: Command, target: string, options: { withoutLedger?: boolean }): Promise<void> {
  const settings = settingsOf(command)
  const report = await withProgress(command, (onProgress, signal) =>
    runBackup({
      ...{ settings, folder: resolve(target), version, logger: silentLogger, onProgress, signal },
      ...given(options),
    }),
  )
  const output = { ...report, notContained: notInBackup(settings) }
  printOutput(command, output, describeBackup)
}

async function load(command: Command, source: string, options: { withoutLedger?: boolean }): Promise<void> {
  const settings = settingsOf(command)
  const report = await withProgress(command, (onProgress, signal) =>
    runRestore({
      ...{ settings, folder: resolve(source), logger: silentLogger, onProgress, signal },
      ...given(options),
    }),
  )
  printOutput(command, { ...report, alsoNeeded: notInBackup(settings) }, describeRestore)
}

async function verify(command: Command, source: string, { scratch }: { scratch?: string }): Promise<void> {
  const settings = settingsOf(command)
  const report = await withProgress(command, (onProgress, signal) =>
    runBackupVerify({
      ...{ settings, folder: resolve(source), logger: silentLogger, onProgress, signal },
      ...(scratch !== undefined && { scratchUrl: scratch }),
    }),
  )
  printOutput(command, report, describeVerification)
  if (!report.intact) terminalOf(command).exitCode = 1
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

function describeBackup(report: BackupReport & { notContained: NotInBackup[] }): string {
  const { at, tables, rows, bytes, folder, partsKept, hasLedger, notContained } = report
  return [
    `Backed up ${rows} rows of ${tables} tables as of ${at} into ${folder} (${megabytes(bytes)}).`,
    ...(partsKept > 0 ? [`${partsKept} parts of the interrupted backup had not changed and were kept.`] : []),
    ...(hasLedger ? [] : ['The backup contains no ledger.']),
    'The backup does not contain these, which a restored service also needs:',
    table(
      ['What', 'Where'],
      notContained.map(({ what, where }) => [what, where]),
    ),
    `Check the backup with: touchstone backup verify ${folder}`,
  ].join('\n')
}

function describeRestore(report: RestoreReport & { migrated: string[]; alsoNeeded: NotInBackup[] }): string {
  const { at, rows, version: from, unknownTables, migrated, hasLedger, alsoNeeded } = report
  return [
    `Restored ${rows} rows as of ${at}, from a backup of version ${from}.`,
    ...(migrated.length > 0 ? [`Ran ${migrated.join(', ')}.`] : []),
    ...(unknownTables.length > 0
      ? [`Left out tables that this version does not know: ${unknownTables.join(', ')}.`]
      : []),
    ...(hasLedger
      ? []
      : ['The ledger was not restored. Run "touchstone ledger reset --yes", and import its data again.']),
    'Also needed:',
    table(
      ['What', 'Where'],
      alsoNeeded.map(({ what, where }) => [what, where]),
    ),
  ].join('\n')
}

function describeVerification({ intact, at, tables, migrated }: VerifyReport): string {
  const wrong = tables.filter(({ isSame }) => !isSame)
  const rows = tables.reduce((sum, each) => sum + each.rows, 0)
  return intact
    ? [
        `The backup as of ${at} is intact: ${rows} rows of ${tables.length} tables were restored and compared.`,
        ...(migrated.length > 0 ? [`This version's migrations also ran: ${migrated.join(', ')}.`] : []),
      ].join('\n')
    : [
        `The restored rows of ${wrong.length} tables differ from the backup.`,
        table(
          ['Table', 'Rows in the backup', 'Rows restored'],
          wrong.map((each) => [each.table, each.rows, each.restored]),
        ),
      ].join('\n')
}
