import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Logger, OperatorError, systemClock } from '@touchstone/common'
import {
  type CopyConnection,
  copyRange,
  pagesFor,
  rangesOf,
  readMigrations,
  readSequences,
  type TableSize,
} from '@touchstone/storage'
import type { Progress } from '../progress.ts'
import type { Settings } from '../settings/read-settings.ts'
import {
  type BackupHead,
  type BackupManifest,
  type BackupPart,
  type BackupTable,
  backupFormat,
  newBackupId,
  openTarget,
  partFile,
  partId,
  readIfExists,
  tableId,
  writeHead,
  writeManifest,
  writeWhole,
} from './backup-folder.ts'
import { type BackupKeys, backupKeys, contentIdOf } from './backup-keys.ts'
import { readEngineVersion, readLedgerVersion } from './backup-store.ts'
import { openSnapshot } from './open-sources.ts'
import { createRowSum } from './row-sum.ts'

export type BackupReport = {
  folder: string
  id: string
  /** The time of the state that the backup contains. */
  at: string
  secret: string
  tables: number
  rows: number
  bytes: number
  /** Parts that an interrupted run had already written. */
  partsKept: number
  hasLedger: boolean
}

const pack = promisify(gzip)
/** Size of a part before compression. */
export const partBytes = 8 * 1024 * 1024
const compression = 3

/**
 * Writes a backup of the main database and the ledger into a folder. If the folder contains an interrupted
 * backup, keeps its parts whose content is still the same.
 */
export async function makeBackup(options: {
  settings: Settings
  folder: string
  version: string
  logger: Logger
  withoutLedger?: boolean
  now?: () => number
  copyStore: (backupId: string) => Promise<void>
  onProgress?: Progress
  signal?: AbortSignal
}): Promise<BackupReport> {
  const { settings, folder, logger, signal, withoutLedger = false, now = () => systemClock.now() } = options
  const onProgress = options.onProgress ?? (() => {})
  const found = openTarget(folder)
  const backupId = found?.id ?? newBackupId()
  const snapshot = await openSnapshot({
    ...{ settings, logger, backupId, withoutLedger, now, onProgress },
    copyStore: () => options.copyStore(backupId),
  })
  let isDone = false
  try {
    const { secret, store, ledger, tables, at } = snapshot
    const keys = backupKeys(secret, backupId)
    const secretId = secret.id.toString('hex')
    const head: BackupHead = {
      ...{ format: backupFormat, id: backupId, startedAt: at.toISOString(), secret: secretId },
      pagesPerPart: {
        ...Object.fromEntries(tables.map(({ table }) => [tableId(table), pagesFor(partBytes, table)])),
        // After a change of the secret, all parts are written again, with keys of the new one.
        ...found?.pagesPerPart,
      },
    }
    await writeHead(folder, head)
    const total = tables.reduce((sum, { table }) => sum + table.bytes, 0)
    const written: (BackupTable & { kept: number })[] = []
    let done = 0
    for (const { from, table } of tables) {
      const each = await writeTable({
        ...{ folder, keys, from, table, pages: head.pagesPerPart[tableId(table)] ?? 1 },
        onPart(share) {
          onProgress({ label: 'backing up', done: done + share * table.bytes, total })
          if (signal?.aborted) throw stopped()
        },
      })
      written.push(each)
      done += table.bytes
    }
    const migrations = await readMigrations(store, 'public.touchstone_migration')
    const version = ledger && (await readLedgerVersion(ledger))
    const manifest: BackupManifest = {
      ...{ format: backupFormat, id: backupId, secret: secretId, at: at.toISOString() },
      ...{ finishedAt: new Date(now()).toISOString(), version: options.version },
      ...{ engine: snapshot.database.engine, engineVersion: await readEngineVersion(store), migrations },
      ...(ledger &&
        version && {
          ledger: { ...version, migrations: await readMigrations(ledger, 'ledger.ledger_migration') },
        }),
      tables: written.map(({ kept: _, ...table }) => table),
      sequences: await readSequences(store, ['public']),
    }
    await writeManifest(folder, manifest, keys)
    isDone = true
    const sum = (of: (table: (typeof written)[number]) => number) =>
      written.reduce((result, table) => result + of(table), 0)
    return {
      ...{ folder, id: backupId, at: manifest.at, secret: secretId, tables: written.length },
      rows: sum(({ rows }) => rows),
      bytes: sum(({ parts }) => parts.reduce((bytes, part) => bytes + part.bytes, 0)),
      partsKept: sum(({ kept }) => kept),
      hasLedger: manifest.ledger !== undefined,
    }
  } finally {
    await snapshot.close({ isDone })
  }
}

async function writeTable(options: {
  folder: string
  keys: BackupKeys
  from: CopyConnection
  table: TableSize
  pages: number
  onPart: (share: number) => void
}): Promise<BackupTable & { kept: number }> {
  const { folder, keys, from, table, pages, onPart } = options
  const sum = createRowSum()
  const parts: BackupPart[] = []
  let kept = 0
  for (const range of rangesOf(table.pages, pages)) {
    const lines = await copyRange(from, table, range)
    const part = partId(table, parts.length)
    const rows = sum.add(lines)
    const file = await writePart(partFile(folder, part), keys, part, lines)
    if (file.isKept) kept += 1
    parts.push({ rows, bytes: file.bytes, sha256: file.sha256 })
    onPart(Math.min(1, range.to[0] / table.pages))
  }
  const { schema, name, columns } = table
  return { schema, name, columns, rows: sum.rows(), sum: sum.hex(), parts, kept }
}

async function writePart(file: string, keys: BackupKeys, part: string, lines: Buffer) {
  const contentId = keys.contentId(lines)
  const existing = await readIfExists(file)
  const isKept =
    existing !== undefined &&
    contentIdOf(existing)?.equals(contentId) === true &&
    keys.open(part, existing) !== undefined
  const sealed = isKept ? existing : keys.seal(part, contentId, await pack(lines, { level: compression }))
  if (!isKept) await writeWhole(file, sealed)
  return { isKept, bytes: sealed.length, sha256: createHash('sha256').update(sealed).digest('hex') }
}

export function stopped(): OperatorError {
  return new OperatorError({
    code: 'backup.stopped',
    message: 'The command was stopped.',
    remedy: 'Run the same command again to resume.',
  })
}
