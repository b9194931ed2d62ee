import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { journalOf, type KytContext } from '../context.ts'
import { beginStaging } from './begin-staging.ts'
import { decideImport, finishImport } from './finish-import.ts'
import { frameLines } from './frame-lines.ts'
import { type ImportRow, updateImport, updateStaging } from './import-journal-store.ts'
import type { ImportProgress, ImportReport } from './import-progress.ts'
import { type LaidOutFile, layOutLines } from './lay-out-lines.ts'
import { laidLines, loadLines } from './lines-store.ts'
import { type LineSql, parseLines, rowsOfLine } from './parse-lines-store.ts'
import { recoverImports } from './recover-imports.ts'
import { insertReferences, type ReferenceSql } from './reference-store.ts'
import { refusal } from './refusal.ts'
import type { RejectSink, Rejects } from './rejects.ts'
import { resolveAddresses } from './resolve-addresses.ts'
import { chunkNumber, countRows, dropStaging, selectProblems } from './staging-store.ts'

export type LineFile = {
  readonly path: string
  /** Lines at the top that are no rows. */
  readonly headerLines: number
  /** How to read a line: one for each kind of transfer that it may give. */
  readonly sql: readonly LineSql[]
  /** What its lines say of lines that come later: a file may be given once for this, then again for its transfers. */
  readonly references?: readonly ReferenceSql[]
  /** Of a file that is no text. */
  readonly laidOut?: LaidOutFile
}

type Options = {
  kind: string
  files: readonly LineFile[]
  rejects: Rejects
  onProgress?: (progress: ImportProgress) => void
  chunkBytes?: number
}

/** Imports files whose lines the engine takes apart itself. All of it, or nothing at all. */
export async function importLines(context: KytContext, options: Options): Promise<ImportReport> {
  await recoverImports(context)
  // What the engine lays out is laid out all at once: there is no half of it to go on from.
  const laidOut = options.files.some((file) => file.laidOut !== undefined)
  const fingerprint = laidOut ? '' : await fingerprintOf(options.files.map(({ path }) => path))
  const name = options.files
    .map(({ path }) => basename(path))
    .join(', ')
    .slice(0, 200)
  const { begun, release } = await beginStaging(context, { kind: options.kind, name, fingerprint })
  try {
    return await importBegun(context, begun, options)
  } finally {
    await release()
  }
}

async function importBegun(context: KytContext, begun: ImportRow, options: Options): Promise<ImportReport> {
  const { clickhouse } = context
  const journal = journalOf(context)
  const sizes = await Promise.all(
    options.files.map(async ({ path, laidOut }) => laidOut?.rows ?? (await stat(path)).size),
  )
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const sink: RejectSink = await options.rejects.open(false)
  let { nextOffset: reached, stagedRows: row, rejected } = begun
  let rows = begun.nextLine
  let chunk = Number(begun.plan.chunks ?? 0)
  let before = 0
  try {
    for (const [index, file] of options.files.entries()) {
      const size = sizes[index] ?? 0
      const offset = Math.max(0, reached - before)
      if (offset >= size && size > 0) {
        before += size
        continue
      }
      // Where a file was left, the journal also knows how many of its lines are behind.
      let line = offset === 0 ? 1 : Number(begun.plan.line ?? 1)
      const number = () => chunkNumber(begun.id, chunk)
      const prefix = () => `${number()}\t${index}\t`
      const framedLines =
        file.laidOut === undefined
          ? frameLines({ file: file.path, offset, firstLine: line, prefix, ...chunked(options) })
          : layOutLines(clickhouse, { from: file.laidOut, firstChunk: number(), file: index })
      for await (const framed of framedLines) {
        const current = number()
        const lines =
          framed.rows === undefined
            ? laidLines(clickhouse, current)
            : await loadLines(clickhouse, current, framed.rows)
        const after = row
        const of = {
          importId: begun.id,
          chunk: current,
          lines,
          firstLine: line,
          headerLines: file.headerLines,
        }
        await insertReferences(clickhouse, of, file.references ?? [])
        await parseLines(clickhouse, { ...of, after }, file.sql)
        row += framed.lines * rowsOfLine(file.sql)
        await resolveAddresses(clickhouse, { importId: begun.id, after, upTo: row })
        const counts = await countRows(clickhouse, { importId: begun.id, after, upTo: row })
        if (counts.bad > 0) {
          const limit = sink.wanted(counts.bad)
          const bad = await selectProblems(clickhouse, {
            importId: begun.id,
            after,
            upTo: row,
            lines,
            limit,
          })
          await sink.take(bad.map((problem) => ({ ...problem, file: file.path })))
        }
        rows += counts.rows
        rejected += counts.bad
        line += framed.lines
        reached = before + framed.nextOffset
        chunk += 1
        await updateStaging(journal, begun.id, {
          nextOffset: reached,
          nextLine: rows,
          stagedRows: row,
          rejected,
          plan: { chunks: chunk, file: index, line },
        })
        await lines.drop()
        options.onProgress?.({ phase: 'reading', done: reached, total })
      }
      before += size
    }
  } finally {
    await sink.close()
  }
  if (rejected > 0 && !options.rejects.tolerated) {
    await dropStaging(clickhouse, begun.id)
    await updateImport(journal, begun.id, {
      state: 'refused',
      rows,
      rejected,
      finishedAt: new Date(context.clock.now()),
    })
    throw refusal(sink.first(), rejected)
  }
  await decideImport(context, begun.id, { rows, rejected })
  const done = await finishImport(context, begun.id, (last) =>
    options.onProgress?.({ phase: 'writing', done: Math.min(last, row), total: row }),
  )
  return { rows, fresh: done.fresh, rejected }
}

const chunked = (options: { chunkBytes?: number }) =>
  options.chunkBytes === undefined ? {} : { chunkBytes: options.chunkBytes }

/** Tells whether these are the same files as before: their sizes, times, first and last bytes. */
async function fingerprintOf(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths) {
    const handle = await open(path)
    try {
      const { size, mtimeMs } = await handle.stat()
      hash.update(`${basename(path)}\0${size}\0${mtimeMs}\0`)
      const piece = Buffer.alloc(64 * 1024)
      for (const at of [0, Math.max(0, size - piece.length)]) {
        const { bytesRead } = await handle.read(piece, 0, piece.length, at)
        hash.update(piece.subarray(0, bytesRead))
      }
    } finally {
      await handle.close()
    }
  }
  return hash.digest('hex')
}
