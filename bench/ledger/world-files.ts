import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cleanup } from '../support/cleanup.ts'
import type { Progress } from '../support/progress.ts'
import { shown } from '../support/report.ts'
import { type Role, startRole } from '../support/start-role.ts'
import type { GenerateAnswer, GenerateQuestion } from './generate.ts'
import type { Planted } from './planted.ts'
import type { Form, Piece } from './world.ts'

export type WorldFile = { path: string; rows: number }

/** The files with the generated data, in a folder that is deleted at the end. Each file is written once. */
export type WorldFiles = {
  readonly root: Promise<string>
  labels(total: number, form: Form, planted?: Planted): Promise<WorldFile>
  /** Writes the given part of the transfers, at most `rowsOfFile` rows. */
  transfers(piece: Piece, form: Form): Promise<WorldFile>
  planted(planted: Planted): Promise<WorldFile>
}

/** Maximum number of rows in one import. */
export const rowsOfFile = 20_000_000

export function createWorldFiles(options: { cleanup: Cleanup; progress: Progress }): WorldFiles {
  const { cleanup, progress } = options
  const root = cleanup.own(makeRoot(), (folder) => rm(folder, { recursive: true, force: true }))
  const made = new Map<string, Promise<WorldFile>>()
  let generator: Role<GenerateQuestion, GenerateAnswer> | undefined
  // Writes one file at a time, because the generator process answers one request at a time.
  let last: Promise<unknown> = Promise.resolve()
  const generate = (what: string, name: string, question: Omit<GenerateQuestion, 'file'>) => {
    const making = last.then(async () => {
      progress(what)
      const path = join(await root, name)
      generator ??= startRole(cleanup, new URL('./generate.js', import.meta.url))
      const { rows } = await generator.ask({ file: path, ...question })
      return { path, rows }
    })
    last = making.catch(() => undefined)
    return making
  }
  const generateOnce: typeof generate = (what, name, question) => {
    const making = made.get(name) ?? generate(what, name, question)
    made.set(name, making)
    return making
  }
  return {
    root,
    labels: (total, form, planted) =>
      generateOnce('writing labels', `labels-${total}.${form}.csv`, {
        form,
        write: { what: 'labels', total, planted },
      }),
    transfers: (piece, form) =>
      generateOnce(
        `generating ${shown.count(piece.count)} transfers (${form} form, after ${shown.count(piece.offset)})`,
        `transfers-${piece.total}-${piece.offset}.${form}.csv`,
        { form, write: { what: 'transfers', piece } },
      ),
    planted: (planted) =>
      generateOnce('generating planted transfers', `planted-${planted.total}.csv`, {
        form: 'plain',
        write: { what: 'planted', planted },
      }),
  }
}

async function makeRoot(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-bench-'))
  // The PostgreSQL server reads the files itself, as another user.
  await chmod(folder, 0o755)
  return folder
}

/**
 * Disk space in bytes per transfer: in a file, in an import's staging area, and in the ledger including the
 * write-ahead log.
 */
const bytesOfTransfer = { file: 225, staged: 200, ledger: 600 }

export function bytesNeeded(transfers: number): number {
  const { file, staged, ledger } = bytesOfTransfer
  return transfers * (file + ledger) + Math.min(transfers, rowsOfFile) * staged
}

/** Throws if the disk has less free space than required. Returns the required number of bytes. */
export async function checkDisk(needed: number): Promise<number> {
  const { bavail, bsize } = await statfs(tmpdir())
  const free = bavail * bsize
  if (free >= needed) return needed
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(0)} GB`
  throw new Error(`${tmpdir()} needs ${gigabytes(needed)} of free space but has ${gigabytes(free)}`)
}

export function once<Key, Thing>(make: (key: Key) => Promise<Thing>): (key: Key) => Promise<Thing> {
  const made = new Map<Key, Promise<Thing>>()
  return (key) => {
    const thing = made.get(key) ?? make(key)
    made.set(key, thing)
    return thing
  }
}
