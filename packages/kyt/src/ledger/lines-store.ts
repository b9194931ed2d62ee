import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClickHouse, type Parameters, partsOf } from '@touchstone/storage'
import { importLine } from './ledger-tables.ts'
import { asOnePart, chunkNumber, token } from './staging-store.ts'

/** Where the lines of a chunk lie while they are taken apart: `chunk, file, line, text`. */
export type Lines = {
  /** To be read from in a statement that has these parameters. */
  readonly table: string
  readonly parameters: Parameters
  drop(): Promise<void>
}

/** Stands in a piece of a statement for the table of the lines, which is known only when the chunk is there. */
export const linesPlace = '«lines»'

/** Lines that are in the engine's own table. */
export function laidLines(clickhouse: ClickHouse, chunk: number): Lines {
  return {
    table: '(select * from import_line where chunk = {chunk:UInt64})',
    parameters: { chunk },
    drop: () => dropLines(clickhouse, chunk),
  }
}

/**
 * Makes the lines of a chunk readable: rows as `chunk<TAB>file<TAB>line<TAB>text`. The engine in the process reads them from
 * a file, which saves handing them over as a text and writing them as a part only to read them once; a server gets them
 * into its table.
 */
export async function loadLines(clickhouse: ClickHouse, chunk: number, rows: Buffer): Promise<Lines> {
  if (clickhouse.engine === 'embedded') {
    const path = join(tmpdir(), `touchstone-lines-${process.pid}-${chunk}.tsv`)
    await writeFile(path, rows, { mode: 0o600 })
    return {
      table: "file({lines:String}, 'TSVRaw', 'chunk UInt64, file UInt32, line UInt64, text String')",
      parameters: { lines: path },
      drop: () => rm(path, { force: true }),
    }
  }
  await clickhouse.load(
    `insert into import_line (chunk, file, line, text)
     settings insert_deduplication_token = ${token('lines', chunk)}, ${asOnePart}, input_format_parallel_parsing = 0
     format TSVRaw`,
    rows,
  )
  return laidLines(clickhouse, chunk)
}

export async function dropLines(clickhouse: ClickHouse, chunk: number): Promise<void> {
  await clickhouse.work(
    `alter table ${partsOf(importLine, clickhouse.cluster)} drop partition ${Number(chunk)}`,
  )
}

/** Forgets the lines of all chunks of an import. */
export async function dropAllLines(clickhouse: ClickHouse, importId: number): Promise<void> {
  const chunks = await clickhouse.work<{ number: number }>(
    `select distinct toFloat64(chunk) as number from import_line
     where chunk >= {first:UInt64} and chunk < {end:UInt64} order by number`,
    { first: chunkNumber(importId, 0), end: chunkNumber(importId + 1, 0) },
  )
  for (const { number } of chunks) await dropLines(clickhouse, number)
}
