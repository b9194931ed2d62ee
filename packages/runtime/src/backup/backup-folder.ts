import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { OperatorError, type SecretKeys } from '@touchstone/common'
import type { CopySequence } from '@touchstone/storage'
import { type BackupKeys, backupKeys } from './backup-keys.ts'
import type { LedgerVersion } from './backup-store.ts'

/** The version of the format. A program reads the formats of all earlier versions. */
export const backupFormat = 1

/** Written first. Identifies the backup, so that an interrupted backup can be resumed. */
export type BackupHead = {
  readonly format: number
  readonly id: string
  readonly startedAt: string
  /** Identifies the master secret without revealing it. */
  readonly secret: string
  /** By table. A resumed backup divides the tables in the same way, so that unchanged parts are kept. */
  readonly pagesPerPart: Readonly<Record<string, number>>
}

export type BackupPart = {
  readonly rows: number
  /** Size of the file. */
  readonly bytes: number
  /** SHA-256 of the file, which can be checked without the master secret. */
  readonly sha256: string
}

export type BackupTable = {
  readonly schema: string
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: number
  readonly sum: string
  readonly parts: readonly BackupPart[]
}

/** Written last: a backup without a manifest is incomplete. */
export type BackupManifest = {
  readonly format: number
  readonly id: string
  readonly secret: string
  /** The time of the state that the backup contains. */
  readonly at: string
  readonly finishedAt: string
  readonly version: string
  readonly engine: 'embedded' | 'server'
  readonly engineVersion: string
  readonly migrations: readonly string[]
  /** Absent if the backup contains no ledger. */
  readonly ledger?: LedgerVersion & { readonly migrations: readonly string[] }
  readonly tables: readonly BackupTable[]
  readonly sequences: readonly CopySequence[]
}

const headFile = 'backup.json'
const manifestFile = 'manifest.json'

export const tableId = ({ schema, name }: { schema: string; name: string }) => `${schema}.${name}`
export const partId = (table: { schema: string; name: string }, index: number) =>
  `${tableId(table)}/${String(index).padStart(6, '0')}`
export const partFile = (folder: string, part: string) => join(folder, 'data', part)

/** Creates the folder of a backup, or returns the head of an interrupted one. */
export function openTarget(folder: string): BackupHead | undefined {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (existsSync(join(folder, manifestFile))) {
    throw new OperatorError({
      code: 'backup.exists',
      message: `${folder} already contains a complete backup.`,
      remedy: 'Choose another folder.',
    })
  }
  const head = readHead(folder)
  if (head !== undefined) return head
  if (readdirSync(folder).length === 0) return undefined
  throw new OperatorError({
    code: 'backup.not-empty',
    message: `${folder} is not empty and contains no interrupted backup.`,
    remedy: 'Choose an empty or new folder.',
  })
}

export function newBackupId(): string {
  return randomBytes(16).toString('hex')
}

export async function writeHead(folder: string, head: BackupHead): Promise<void> {
  await writeWhole(join(folder, headFile), `${JSON.stringify(head, null, 2)}\n`)
}

export async function writeManifest(folder: string, manifest: BackupManifest, keys: BackupKeys) {
  const mac = keys.sign(JSON.stringify(manifest))
  await writeWhole(join(folder, manifestFile), `${JSON.stringify({ manifest, mac }, null, 2)}\n`)
}

/** Reads the manifest of a complete backup, and checks that it was signed with one of the secrets. */
export function readManifest(
  folder: string,
  secrets: readonly SecretKeys[],
): { manifest: BackupManifest; keys: BackupKeys } {
  const head = readHead(folder)
  if (head === undefined) {
    throw new OperatorError({
      code: 'backup.none',
      message: `${folder} contains no backup.`,
      remedy: 'Pass the folder that was given to "touchstone backup".',
    })
  }
  if (!existsSync(join(folder, manifestFile))) {
    throw new OperatorError({
      code: 'backup.incomplete',
      message: `The backup in ${folder} was interrupted and is incomplete.`,
      remedy: 'Finish it with "touchstone backup" and the same folder, or restore another backup.',
    })
  }
  const { manifest, mac } = readJson<{ manifest?: BackupManifest; mac?: string }>(folder, manifestFile)
  if (manifest === undefined || typeof mac !== 'string') throw damagedBackup(manifestFile)
  if (!(manifest.format <= backupFormat)) {
    throw new OperatorError({
      code: 'backup.format',
      message: `The backup has format ${String(manifest.format)}; this version of Touchstone reads formats up to ${backupFormat}.`,
      remedy: 'Restore it with the version of Touchstone that made it, or a newer one.',
    })
  }
  const secret = secrets.find(({ id }) => id.toString('hex') === manifest.secret)
  if (secret === undefined) {
    throw new OperatorError({
      code: 'backup.other-secret',
      message: `The backup was made with the master secret ${manifest.secret}, which is not set.`,
      remedy:
        'Set TOUCHSTONE_SECRET to the secret that was in use when the backup was made, or put the file "secret" back into the data folder.',
    })
  }
  const keys = backupKeys(secret, manifest.id)
  if (!keys.isSigned(JSON.stringify(manifest), mac)) throw damagedBackup(manifestFile)
  return { manifest, keys }
}

/** Fails if a file of the backup is missing, cut off or changed. */
export function damagedBackup(file: string, cause?: unknown): OperatorError {
  return new OperatorError({
    code: 'backup.damaged',
    message: `The file ${file} of the backup is missing or was changed.`,
    remedy: 'Copy the backup again from where it is stored, or restore another backup.',
    cause,
  })
}

function readHead(folder: string): BackupHead | undefined {
  return existsSync(join(folder, headFile)) ? readJson<BackupHead>(folder, headFile) : undefined
}

function readJson<Content>(folder: string, name: string): Content {
  try {
    return JSON.parse(readFileSync(join(folder, name), 'utf8')) as Content
  } catch (cause) {
    throw damagedBackup(name, cause)
  }
}

/** Returns the content of a file, or undefined if it does not exist. */
export async function readIfExists(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes a new file and renames it, so that a file is never incomplete, even after a crash. */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  const beside = `${file}.new`
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(beside, 'w', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(beside, file)
}
