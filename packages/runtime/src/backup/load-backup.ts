import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { OperatorError } from '@touchstone/common'
import { ledgerMigrations, migratePackedLedger } from '@touchstone/kyt'
import {
  type CopyConnection,
  type Database,
  type Load,
  listTables,
  migrate,
  startLoad,
} from '@touchstone/storage'
import { allMigrations } from '../open-runtime.ts'
import type { Progress } from '../progress.ts'
import {
  type BackupManifest,
  type BackupTable,
  damagedBackup,
  partFile,
  partId,
  readIfExists,
  tableId,
} from './backup-folder.ts'
import type { BackupKeys } from './backup-keys.ts'
import { stopped } from './make-backup.ts'

const unpack = promisify(gunzip)

/** The databases into which a backup is loaded. They are the same if the ledger is in the main database. */
export type LoadTarget = { readonly database: Database; readonly ledger: Database | undefined }

export type Loaded = {
  rows: number
  /** Parts that an interrupted run had already loaded. */
  partsKept: number
  /** Tables of the backup that this version does not know, and whose rows were therefore left out. */
  unknownTables: string[]
}

/** Fails if the backup was made by a version with migrations that this version does not know. */
export function refuseNewerSchema({ migrations, ledger }: BackupManifest): void {
  const own = Object.keys(allMigrations).sort()
  const ofLedger = Object.keys(ledgerMigrations).sort()
  const isKnown = (names: readonly string[], known: readonly string[]) =>
    names.every((name, index) => known[index] === name)
  if (isKnown(migrations, own) && isKnown(ledger?.migrations ?? [], ofLedger)) return
  throw new OperatorError({
    code: 'backup.newer',
    message: 'The backup was made by a version of Touchstone whose tables this version does not know.',
    remedy: 'Restore it with the version that made it, or a newer one.',
  })
}

/**
 * Loads a backup into empty databases, with the tables as they were when the backup was made. Resumes a load that
 * was interrupted.
 */
export async function loadBackup(options: {
  folder: string
  manifest: BackupManifest
  keys: BackupKeys
  target: LoadTarget
  onProgress: Progress
  signal?: AbortSignal | undefined
}): Promise<Loaded> {
  const { manifest, target } = options
  const total = manifest.tables.reduce((sum, { parts }) => sum + bytesOf(parts), 0)
  const progress = { done: 0, total }
  const isShared = target.ledger === undefined || target.ledger === target.database
  const inLedger = ({ schema }: { schema: string }) => schema === 'ledger'
  const inMain = {
    ...options,
    ...{ database: target.database, progress },
    schemas: isShared && target.ledger ? ['public', 'ledger'] : ['public'],
    tables: manifest.tables.filter((table) => !inLedger(table) || (isShared && target.ledger)),
  }
  if (isShared || target.ledger === undefined) return await loadInto(inMain)
  // The main database is finished last, because its progress keeps a service from opening the two.
  await begin(inMain)
  const own = await loadInto({
    ...options,
    ...{ database: target.ledger, progress, schemas: ['ledger'], tables: manifest.tables.filter(inLedger) },
  })
  const main = await loadInto(inMain)
  return {
    rows: main.rows + own.rows,
    partsKept: main.partsKept + own.partsKept,
    unknownTables: [...main.unknownTables, ...own.unknownTables],
  }
}

async function loadInto(
  options: Parameters<typeof loadBackup>[0] & {
    database: Database
    schemas: readonly string[]
    tables: readonly BackupTable[]
    progress: { done: number; total: number }
  },
): Promise<Loaded> {
  const { folder, manifest, keys, database, schemas, tables, progress, onProgress, signal } = options
  const start = await begin(options)
  if (!start.isPrepared) {
    onProgress({ label: 'creating the tables', done: 0, total: 1 })
    await createTables(database, schemas, manifest)
  }
  return await using(database, async (connection) => {
    const load = await startLoad(connection, { backupId: manifest.id, schemas })
    if (typeof load === 'string') throw otherRestore()
    if (!load.isPrepared) await load.prepare(schemas)
    const known = new Set((await listTables(connection, schemas)).map(tableId))
    const loaded: Loaded = { rows: 0, partsKept: 0, unknownTables: [] }
    for (const table of tables) {
      if (!known.has(tableId(table))) {
        loaded.unknownTables.push(tableId(table))
        continue
      }
      for (const [index, { sha256, bytes }] of table.parts.entries()) {
        const part = partId(table, index)
        if (load.loaded.has(part)) loaded.partsKept += 1
        else await load.add(part, table, await readPart(folder, keys, part, sha256))
        progress.done += bytes
        onProgress({ label: 'restoring', ...progress })
        if (signal?.aborted) throw stopped()
      }
      loaded.rows += table.rows
    }
    onProgress({ label: 'checking references', ...progress })
    await load.finish(manifest.sequences.filter(({ schema }) => schemas.includes(schema)))
    return loaded
  })
}

async function begin(options: {
  database: Database
  schemas: readonly string[]
  manifest: BackupManifest
}): Promise<Load> {
  const { database, schemas, manifest } = options
  const load = await using(database, (connection) =>
    startLoad(connection, { backupId: manifest.id, schemas }),
  )
  if (load === 'not-empty') throw notEmpty()
  if (load === 'other') throw otherRestore()
  return load
}

/** Creates the tables of the version that made the backup. */
async function createTables(database: Database, schemas: readonly string[], manifest: BackupManifest) {
  const to = manifest.migrations.at(-1)
  if (schemas.includes('public') && to !== undefined)
    await migrate({ database, migrations: allMigrations, to })
  const ledgerTo = manifest.ledger?.migrations.at(-1)
  if (schemas.includes('ledger') && ledgerTo !== undefined) await migratePackedLedger(database, ledgerTo)
}

/** Reads, checks and decrypts the rows of a part. */
export async function readPart(
  folder: string,
  keys: BackupKeys,
  part: string,
  sha256: string,
): Promise<Buffer> {
  const sealed = await readIfExists(partFile(folder, part))
  if (sealed === undefined || createHash('sha256').update(sealed).digest('hex') !== sha256)
    throw damagedBackup(`data/${part}`)
  const packed = keys.open(part, sealed)
  if (packed === undefined) throw damagedBackup(`data/${part}`)
  return await unpack(packed)
}

const bytesOf = (parts: BackupTable['parts']) => parts.reduce((sum, { bytes }) => sum + bytes, 0)

async function using<Result>(
  database: Database,
  work: (connection: CopyConnection) => Promise<Result>,
): Promise<Result> {
  const connection = await database.openCopy()
  try {
    return await work(connection)
  } finally {
    await connection.release()
  }
}

function notEmpty(): OperatorError {
  return new OperatorError({
    code: 'restore.not-empty',
    message: 'The database into which the backup is to be restored is not empty.',
    remedy: 'Restore into an empty database or data folder. Nothing was changed.',
  })
}

function otherRestore(): OperatorError {
  return new OperatorError({
    code: 'restore.other',
    message: 'Another backup was partly restored into this database.',
    remedy: 'Restore that backup again to resume, or use an empty database.',
  })
}
