import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { fingerprintOfFiles } from '../../files/fingerprint-of-files.ts'
import { importFileError } from '../../files/import-file-error.ts'
import { readFirstLine } from '../../files/read-first-line.ts'
import { showText } from '../../files/show-text.ts'
import { createAddressReader } from '../../imports/transfer-converter.ts'
import type { ReadPosition, SourceBatch, SourceEntry, TransferSource } from '../../imports/transfer-source.ts'
import { openParquetFile, type ParquetFile } from './read-parquet-file.ts'
import { readPlainFile } from './read-plain-file.ts'
import { plainFields, readPlainRow } from './read-plain-row.ts'

type Place = Omit<ReadPosition, 'step'>

/** Reads the transfers in a Parquet file, starting at a row. Row numbers are used instead of line numbers. */
async function* readParquetTransfers(
  file: string,
  parquet: ParquetFile,
  from: Place,
): AsyncGenerator<{ readonly entries: readonly SourceEntry[]; readonly reached: Place }> {
  const readAddress = createAddressReader()
  let rows = from.offset
  for await (const batch of parquet.read(rows)) {
    const entries = batch.map((fields, index): SourceEntry => {
      const row = readPlainRow(fields, readAddress)
      if (!('problem' in row)) return { transaction: row }
      return { problem: row.problem, file, line: rows + index + 1, text: fields.join(',') }
    })
    rows += batch.length
    yield { entries, reached: { offset: rows, line: rows + 1 } }
  }
}

const parquetMagic = 'PAR1'

async function isParquet(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    return bytesRead === 4 && buffer.toString('latin1') === parquetMagic
  } finally {
    await handle.close()
  }
}

/** The header in the plain CSV format. */
export const plainHeader = plainFields.join(',')

type PlainFile = { readonly path: string; readonly size: number; readonly parquet: ParquetFile | undefined }

/** Opens CSV or Parquet files with transfers, and checks their columns. */
export async function openPlainTransfers(paths: readonly string[]): Promise<TransferSource> {
  const files = await Promise.all(paths.map(openFile))
  const sizes = files.map(({ size }) => size)
  const total = sum(sizes)
  return {
    kind: 'transfers',
    name: paths.map((path) => basename(path)).join(', '),
    fingerprint: await fingerprintOfFiles(paths),
    files: { form: 'plain', paths, bytes: sum(await Promise.all(paths.map(bytesOf))) },
    progress: ({ step, offset }) => ({ done: sum(sizes.slice(0, step)) + offset, total }),
    read: (from) => readFiles(files, from),
  }
}

/** Sizes and reading progress are in bytes for CSV files and in rows for Parquet files. */
async function openFile(path: string): Promise<PlainFile> {
  if (await isParquet(path)) {
    const parquet = await openParquetFile(path)
    return { path, parquet, size: parquet.rows }
  }
  const header = await readFirstLine(path)
  if (header.replaceAll('"', '') !== plainHeader) {
    throw importFileError({
      file: basename(path),
      line: 1,
      what: `expected the header "${plainHeader}", found ${header === '' ? 'nothing' : showText(header)}`,
      remedy: 'Use exactly this header as the first line.',
    })
  }
  return { path, parquet: undefined, size: await bytesOf(path) }
}

async function* readFiles(
  files: readonly PlainFile[],
  from: ReadPosition = { step: 0, offset: 0, line: 1 },
): AsyncGenerator<SourceBatch> {
  for (const [step, { path, parquet }] of files.entries()) {
    if (step < from.step) continue
    const start = step === from.step ? from : { offset: 0, line: 1 }
    const batches =
      parquet === undefined ? readPlainFile(path, start) : readParquetTransfers(path, parquet, start)
    for await (const { entries, reached } of batches) yield { entries, reached: { step, ...reached } }
  }
}

const bytesOf = async (path: string) => (await stat(path)).size

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
