import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createKeyRing, createVault, type Logger, OperatorError, type SecretKeys } from '@touchstone/common'
import { isOpened, type KycContext, loadStoreKeys, tablesOf } from '@touchstone/kyc'
import { rebuildClaim } from '@touchstone/kyt'
import {
  beginSnapshot,
  type CopyConnection,
  type Database,
  listTables,
  openEmbedded,
  type TableSize,
} from '@touchstone/storage'
import { DataFolderInUse, holdDataFolder } from '../data-folder/hold-data-folder.ts'
import { masterSecrets } from '../data-folder/master-secret.ts'
import { openDatabase, openOwnLedger } from '../open-databases.ts'
import type { Progress } from '../progress.ts'
import { embeddedFolder } from '../settings/is-folder-held.ts'
import type { Settings } from '../settings/read-settings.ts'
import { lockLedgerChanges } from './backup-store.ts'
import { copyFolder } from './copy-embedded.ts'

/** Connections that see one state of the main database and of the ledger. */
export type Snapshot = {
  readonly database: Database
  readonly store: CopyConnection
  /** Undefined if there is no ledger or it is left out. The same as `store` if both are in one database. */
  readonly ledger: CopyConnection | undefined
  readonly tables: readonly { readonly from: CopyConnection; readonly table: TableSize }[]
  readonly at: Date
  readonly secret: SecretKeys
  close(options: { isDone: boolean }): Promise<void>
}

/**
 * Opens a consistent state of the stores while they are in use. On a server, this is a snapshot. An embedded
 * store has a single connection, which a snapshot would block, so its files are copied first, and the copy is
 * read. The copy is kept until the backup is complete.
 */
export async function openSnapshot(options: {
  settings: Settings
  logger: Logger
  backupId: string
  withoutLedger: boolean
  now: () => number
  /** Copies the embedded store, in the process that holds it. */
  copyStore: () => Promise<void>
  onProgress: Progress
}): Promise<Snapshot> {
  const { settings, logger, withoutLedger } = options
  const closers: ((how: { isDone: boolean }) => Promise<void>)[] = []
  const close = async (how: { isDone: boolean }) => {
    for (const each of closers.splice(0).reverse()) await each(how)
  }
  try {
    const database = await openMain(options, closers)
    const hasLedger = settings.ledgerUrl !== 'off' && !withoutLedger
    const own = hasLedger ? await openOwnLedger(settings, logger) : undefined
    if (own !== undefined) closers.push(() => own.close())
    const secret = await currentSecret(database, settings)
    await claim(database, 'backup', closers)
    if (hasLedger) await waitForRebuild(own ?? database, options.onProgress, closers)

    const open = async (from: Database) => {
      const connection = await from.openCopy()
      closers.push(() => connection.release())
      return connection
    }
    const store = await open(database)
    const storeTables = await listTables(store, hasLedger && !own ? ['public', 'ledger'] : ['public'])
    const ledger = own ? await open(own) : hasLedger ? store : undefined
    const ledgerTables = own && ledger ? await listTables(ledger, ['ledger']) : []
    // No transaction changes the ledger between the two snapshots.
    const gate = own && (await own.openCopy())
    try {
      if (gate) await lockLedgerChanges(gate)
      await beginSnapshot(store, storeTables)
      if (own && ledger) await beginSnapshot(ledger, ledgerTables)
    } finally {
      await gate?.release()
    }
    const at = new Date(copiedAt(settings, options.backupId) ?? options.now())
    const tables = [
      ...storeTables.map((table) => ({ from: store, table })),
      ...ledgerTables.map((table) => ({ from: ledger ?? store, table })),
    ]
    return { database, store, ledger, tables, at, secret, close }
  } catch (error) {
    await close({ isDone: false })
    throw error
  }
}

async function openMain(
  options: Parameters<typeof openSnapshot>[0],
  closers: ((how: { isDone: boolean }) => Promise<void>)[],
): Promise<Database> {
  const { settings, logger } = options
  if (settings.databaseUrl !== undefined) {
    const database = await openDatabase(settings, logger)
    closers.push(() => database.close())
    return database
  }
  if (!existsSync(embeddedFolder(settings))) {
    throw new OperatorError({
      code: 'backup.nothing',
      message: `${settings.dataFolder} contains no store.`,
      remedy: 'Set TOUCHSTONE_DATA, --data or DATABASE_URL to the store of the service.',
    })
  }
  const folder = copyFolder(settings)
  const held = await holdDataFolder(folder).catch((error: unknown) => {
    throw error instanceof DataFolderInUse ? running() : error
  })
  closers.push(async ({ isDone }) => {
    await held.release()
    if (isDone) await rm(folder, { recursive: true, force: true })
  })
  options.onProgress({ label: 'copying the store', done: 0, total: 1 })
  await options.copyStore()
  const database = await openEmbedded({ folder: join(folder, 'postgres') })
  closers.push(() => database.close())
  return database
}

/** Returns when the embedded store was copied for this backup. */
function copiedAt(settings: Settings, backupId: string): string | undefined {
  if (settings.databaseUrl !== undefined) return undefined
  const [id, at] = readFileSync(join(copyFolder(settings), 'copied'), 'utf8')
    .trim()
    .split(' ')
  return id === backupId ? at : undefined
}

async function claim(
  database: Database,
  name: string,
  closers: ((how: { isDone: boolean }) => Promise<void>)[],
): Promise<void> {
  const release = await database.claim(name)
  if (release === undefined) throw running()
  closers.push(() => release())
}

function running(): OperatorError {
  return new OperatorError({
    code: 'backup.running',
    message: 'Another backup of this store is running.',
    remedy: 'Wait until it has finished.',
  })
}

/** A large import replaces the ledger's tables, which must not happen while they are being read. */
async function waitForRebuild(
  ledger: Database,
  onProgress: Progress,
  closers: ((how: { isDone: boolean }) => Promise<void>)[],
): Promise<void> {
  for (;;) {
    const release = await ledger.claim(rebuildClaim)
    if (release !== undefined) {
      closers.push(() => release())
      return
    }
    onProgress({ label: 'waiting for an import to finish', done: 0, total: 1 })
    await pause(1000)
  }
}

/** Returns the secret that the store uses. A backup with another secret could not be opened again. */
async function currentSecret(database: Database, settings: Settings): Promise<SecretKeys> {
  const { secret: configured, oldSecret: old, dataFolder } = settings
  const ring = createKeyRing(masterSecrets({ configured, old, dataFolder }))
  const keys = { database, vault: createVault(ring), ring }
  if (!(await isOpened(tablesOf({ database } as KycContext)))) return ring.current()
  if ((await loadStoreKeys(keys)) === 'mismatch') {
    throw new OperatorError({
      code: 'backup.wrong-secret',
      message: 'The master secret is not the one of this store.',
      remedy:
        'Set TOUCHSTONE_SECRET to the secret of the service, so that the backup can be restored with it.',
    })
  }
  return ring.current()
}
