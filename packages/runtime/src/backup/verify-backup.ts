import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migratePackedLedger } from '@touchstone/kyt'
import {
  copyRange,
  type Database,
  listTables,
  migrate,
  openEmbedded,
  openServer,
  pagesFor,
  rangesOf,
} from '@touchstone/storage'
import { allMigrations } from '../open-runtime.ts'
import type { Progress } from '../progress.ts'
import type { Settings } from '../settings/read-settings.ts'
import { type BackupManifest, newBackupId, readManifest, tableId } from './backup-folder.ts'
import { createScratch, dropScratch } from './backup-store.ts'
import { loadBackup, refuseNewerSchema } from './load-backup.ts'
import { partBytes, stopped } from './make-backup.ts'
import { secretsOf } from './restore-backup.ts'
import { createRowSum } from './row-sum.ts'

export type VerifyReport = {
  id: string
  at: string
  version: string
  intact: boolean
  tables: { table: string; rows: number; restored: number; isSame: boolean }[]
  /** Migrations of this version that ran on the restored rows. */
  migrated: string[]
}

/**
 * Restores a backup into a scratch database, reads every row back, and compares the numbers of rows and their
 * hashes with those of the backup. The scratch database is embedded, or a new database on a server.
 */
export async function verifyBackup(options: {
  settings: Settings
  folder: string
  /** A PostgreSQL server on which the scratch database is created and removed. */
  scratchUrl?: string
  onProgress?: Progress
  signal?: AbortSignal
}): Promise<VerifyReport> {
  const { settings, folder, scratchUrl, onProgress = () => {}, signal } = options
  const { manifest, keys } = readManifest(folder, secretsOf(settings))
  refuseNewerSchema(manifest)
  const scratch = scratchUrl === undefined ? await embeddedScratch() : await serverScratch(scratchUrl)
  const { database } = scratch
  try {
    const target = { database, ledger: manifest.ledger && database }
    await loadBackup({ folder, manifest, keys, target, onProgress, signal })
    const tables = await compare(database, manifest, onProgress, signal)
    onProgress({ label: 'migrating', done: 0, total: 1 })
    const migrated = await migrate({ database, migrations: allMigrations })
    if (manifest.ledger) migrated.push(...(await migratePackedLedger(database)))
    const { id, at, version } = manifest
    return { id, at, version, intact: tables.every(({ isSame }) => isSame), tables, migrated }
  } finally {
    await scratch.remove()
  }
}

async function compare(
  database: Database,
  manifest: BackupManifest,
  onProgress: Progress,
  signal: AbortSignal | undefined,
): Promise<VerifyReport['tables']> {
  const connection = await database.openCopy()
  try {
    const restored = new Map(
      (await listTables(connection, ['public', 'ledger'])).map((table) => [tableId(table), table]),
    )
    const total = [...restored.values()].reduce((sum, { pages }) => sum + pages, 0)
    const compared: VerifyReport['tables'] = []
    let done = 0
    for (const { rows, sum, ...table } of manifest.tables) {
      const found = restored.get(tableId(table))
      const read = createRowSum()
      for (const range of found ? rangesOf(found.pages, pagesFor(partBytes, found)) : []) {
        read.add(await copyRange(connection, table, range))
        onProgress({ label: 'comparing', done: done + range.to[0], total })
        if (signal?.aborted) throw stopped()
      }
      done += found?.pages ?? 0
      const isSame = read.rows() === rows && read.hex() === sum
      compared.push({ table: tableId(table), rows, restored: read.rows(), isSame })
    }
    return compared
  } finally {
    await connection.release()
  }
}

async function embeddedScratch() {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-verify-'))
  const database = await openEmbedded({ folder: join(folder, 'postgres') })
  return {
    database,
    async remove() {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function serverScratch(url: string) {
  const name = `touchstone_verify_${newBackupId().slice(0, 12)}`
  const admin = async (work: typeof createScratch) => {
    const server = await openServer({ url, setting: '--scratch', poolSize: 1 })
    const connection = await server.openCopy()
    try {
      await work(connection, name)
    } finally {
      await connection.release()
      await server.close()
    }
  }
  await admin(createScratch)
  const scratchUrl = new URL(url)
  scratchUrl.pathname = `/${name}`
  const database = await openServer({ url: scratchUrl.href, setting: '--scratch', poolSize: 4 })
  return {
    database,
    async remove() {
      await database.close()
      await admin(dropScratch)
    },
  }
}
