import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { UserError } from '@touchstone/common'
import { listsOf, type ScreeningContext } from '../context.ts'
import { listProblem } from '../lists/list-problem.ts'
import { type ListFormat, listFormats } from '../lists/list-source.ts'
import { type ListDelta, sumDelta } from '../versions/delta-between.ts'
import {
  deleteEntries,
  dropOldBodies,
  type EntryRow,
  insertEntries,
  selectDelta,
} from '../versions/entry-store.ts'
import {
  deleteStaged,
  insertVersion,
  lockList,
  selectCurrent,
  selectVersions,
  setState,
  type VersionRow,
} from '../versions/version-store.ts'
import { readEntryLine } from './entry-line.ts'
import type { ReadListAnswer, ReadListTask } from './read-list-task.ts'
import { spoolList } from './spool-list.ts'

export type ImportListOptions = {
  /** The operator's name for the list, such as `ofac-sdn`. */
  readonly list: string
  readonly format: ListFormat
  readonly stream: AsyncIterable<Uint8Array>
  /**
   * The name of this version. Defaults to the publication date in the file, or to the beginning of the file's
   * hash.
   */
  readonly version?: string
  /**
   * Accepts a version that is older or has far fewer entries than the current version, but never a malformed
   * or empty version.
   */
  readonly force?: boolean
  readonly progress?: (step: ImportStep) => void
}

export type ImportStep = {
  readonly step: 'receiving' | 'reading' | 'staging' | 'swapping'
  /** Number of bytes received so far, or number of entries staged so far, depending on the step. */
  readonly done?: number
  readonly total?: number
}

export type ImportedList = {
  readonly list: string
  readonly version: string
  readonly publishedAt: string | null
  readonly entries: number
  readonly names: number
  readonly cryptoAddresses: number
  readonly delta: ListDelta
  readonly skipped: readonly { readonly reason: string; readonly count: number }[]
  /** True if the current version has the same content, in which case nothing was imported. */
  readonly unchanged: boolean
}

/**
 * Maximum share of the current version's entries that can be missing from a new version. If more entries are
 * missing, the version is more likely to be truncated than correct.
 */
const mostShrinking = 0.3
/**
 * Number of entries per statement, small enough that an embedded store does not block the event loop for
 * long.
 */
const rowsAtOnce = 250
const stagedForAtMostMs = 6 * 3_600_000

/**
 * Reads a new version of a list. When the new version is complete and checked, makes it the current version
 * in a single transaction. If an error occurs earlier, the current version remains, and the failed attempt is
 * recorded with its reason.
 */
export async function importList(
  context: ScreeningContext,
  options: ImportListOptions,
): Promise<ImportedList> {
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(options.list)) throw listProblem('list.name')
  if (!listFormats.includes(options.format)) throw listProblem('list.wrong-format')
  const progress = options.progress ?? (() => {})
  const folder = await mkdtemp(join(context.spoolFolder ?? tmpdir(), 'touchstone-list-'))
  const attempt: Attempt = { sourceHash: '', staged: undefined }
  try {
    const file = join(folder, 'list')
    const entriesFile = join(folder, 'entries')
    attempt.sourceHash = await spoolList(options.stream, file, (done) =>
      progress({ step: 'receiving', done }),
    )
    const same = await unchangedVersion(context, options, attempt.sourceHash)
    if (same !== undefined) return same
    progress({ step: 'reading' })
    const task: ReadListTask = { format: options.format, file, entriesFile }
    const read = await context.workers.run<ReadListAnswer>('read-list', task)
    await stage(context, options, attempt, read, entriesFile, progress)
    progress({ step: 'swapping' })
    return await swap(context, options, attempt, read)
  } catch (error) {
    await refuse(context, options, attempt, error)
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Attempt = {
  sourceHash: string
  staged: { id: number; version: string; entryIds: string[] } | undefined
}

async function unchangedVersion(
  context: ScreeningContext,
  { list }: ImportListOptions,
  sourceHash: string,
): Promise<ImportedList | undefined> {
  const [current] = await selectCurrent(listsOf(context), list)
  if (current?.sourceHash !== sourceHash) return undefined
  const delta = { added: 0, changed: 0, removed: 0, toScreenAgain: [] }
  return { ...resultOf(current), delta, unchanged: true }
}

async function stage(
  context: ScreeningContext,
  options: ImportListOptions,
  attempt: Attempt,
  read: ReadListAnswer,
  entriesFile: string,
  progress: (step: ImportStep) => void,
): Promise<void> {
  const db = listsOf(context)
  const now = context.clock.now()
  await deleteStaged(db, options.list, new Date(now - stagedForAtMostMs))
  const version = await freeVersion(context, options, attempt.sourceHash, read.publishedAt)
  const id = await insertVersion(db, {
    ...rowOf(options, read),
    version,
    sourceHash: attempt.sourceHash,
    importedAt: new Date(now),
    state: 'staged',
  })
  const entryIds: string[] = []
  attempt.staged = { id, version, entryIds }
  let rows: EntryRow[] = []
  let done = 0
  const put = async () => {
    await insertEntries(db, id, rows)
    done += rows.length
    rows = []
    progress({ step: 'staging', done, total: read.entries })
  }
  for await (const line of createInterface({ input: createReadStream(entriesFile) })) {
    const row = readEntryLine(line)
    entryIds.push(row.entryId)
    rows.push(row)
    if (rows.length === rowsAtOnce) await put()
  }
  await put()
}

async function swap(
  context: ScreeningContext,
  options: ImportListOptions,
  { staged }: Attempt,
  read: ReadListAnswer,
): Promise<ImportedList> {
  if (staged === undefined) throw new Error('nothing was staged')
  const delta = await listsOf(context)
    .transaction()
    .execute(async (db) => {
      await lockList(db, options.list)
      const [current] = await selectCurrent(db, options.list)
      if (current !== undefined && options.force !== true) checkAgainst(current, read)
      const { id, entryIds } = staged
      if (current === undefined) {
        await setState(db, id, 'current')
        return { added: entryIds.length, changed: 0, removed: 0, toScreenAgain: entryIds.sort() }
      }
      const rows = await selectDelta(db, { from: current.id, to: id })
      await setState(db, current.id, 'replaced')
      await setState(db, id, 'current')
      await dropOldBodies(db, options.list)
      return sumDelta(rows)
    })
  return {
    ...resultOf({ ...rowOf(options, read), version: staged.version }),
    delta,
    unchanged: false,
  }
}

function checkAgainst(current: VersionRow, read: ReadListAnswer): void {
  if (read.entries < current.entries * (1 - mostShrinking)) throw listProblem('list.shrunk')
  const { publishedAt } = read
  if (publishedAt !== null && current.publishedAt !== null && publishedAt < current.publishedAt)
    throw listProblem('list.older')
}

/** Records the failed attempt. If the store is unavailable, the caller receives only the original error. */
async function refuse(
  context: ScreeningContext,
  options: ImportListOptions,
  { staged, sourceHash }: Attempt,
  error: unknown,
): Promise<void> {
  const reason = error instanceof UserError ? error.code : 'list.failed'
  const db = listsOf(context)
  try {
    if (staged !== undefined) {
      await deleteEntries(db, staged.id)
      await setState(db, staged.id, 'refused', reason)
    } else {
      const nothing = { entries: 0, names: 0, cryptoAddresses: 0, publishedAt: null, skipped: [] }
      const version = options.version ?? (sourceHash.slice(0, 12) || 'none')
      const importedAt = new Date(context.clock.now())
      await insertVersion(db, {
        ...rowOf(options, nothing),
        version,
        sourceHash,
        importedAt,
        state: 'refused',
        reason,
      })
    }
  } catch {
    // Only the first failure is reported to the caller.
  }
}

function rowOf({ list, format }: ImportListOptions, read: ReadListAnswer) {
  const { entries, names, cryptoAddresses, publishedAt, skipped } = read
  return { list, format, entries, names, cryptoAddresses, publishedAt, skipped }
}

function resultOf(
  row: Pick<
    VersionRow,
    'list' | 'version' | 'publishedAt' | 'entries' | 'names' | 'cryptoAddresses' | 'skipped'
  >,
) {
  const { list, version, publishedAt, entries, names, cryptoAddresses, skipped } = row
  return { list, version, publishedAt, entries, names, cryptoAddresses, skipped }
}

/**
 * Returns an unused version name. If a list is published twice on one day, the second version's name includes
 * its hash.
 */
async function freeVersion(
  context: ScreeningContext,
  { list, version }: ImportListOptions,
  sourceHash: string,
  publishedAt: string | null,
): Promise<string> {
  const name = version ?? publishedAt ?? sourceHash.slice(0, 12)
  const taken = await selectVersions(listsOf(context), list)
  const isTaken = taken.some((row) => row.version === name && row.state !== 'refused')
  return isTaken ? `${name}+${sourceHash.slice(0, 8)}-${taken.length}` : name
}
