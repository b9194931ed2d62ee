import { type ClickHouse, partsOf, type TableDefinition } from '@touchstone/storage'
import { addressForm, importReference, stagedTransfer } from './ledger-tables.ts'
import type { Lines } from './lines-store.ts'

/** Settings under which an insert makes exactly one part: it is there whole, or not at all. */
export const asOnePart =
  'max_insert_threads = 1, min_insert_block_size_rows = 1000000000, min_insert_block_size_bytes = 0, ' +
  'max_insert_block_size = 1000000000, distributed_foreground_insert = 1'

/** For what is put in anew after it was dropped: the engine must not take it for the same insert sent twice. */
export const everyTime = 'insert_deduplicate = 0'

/** Text that may stand inside quotes of a statement. Only for our own constants and numbers, never for foreign text. */
export const token = (...parts: readonly (string | number)[]): string => `'${parts.join(':')}'`

/** A partition of its own for every chunk of lines; an import has far fewer than a million of them. */
export const chunkNumber = (importId: number, chunk: number): number => importId * 1_000_000 + chunk

/** Transfers that come from a program rather than from lines; each row as `writeStagedRow` writes it. */
export async function loadStaged(
  clickhouse: ClickHouse,
  chunk: { importId: number; firstRow: number; rows: Buffer },
): Promise<void> {
  await clickhouse.load(
    `insert into staged_transfer
       (import, row, network, coin, tx, position, block, time, sender, receiver, amount, fee)
     settings insert_deduplication_token = ${token('staged', chunk.importId, chunk.firstRow)}, ${asOnePart}
     format TSV`,
    chunk.rows,
  )
}

type Rows = { importId: number; after: number; upTo: number }

const rowsOf = 'import = {import:UInt64} and row > {after:UInt64} and row <= {upTo:UInt64}'
const parametersOf = (rows: Rows) => ({ import: rows.importId, after: rows.after, upTo: rows.upTo })

/** Addresses of some staged rows that are written in a form that has to be parsed, each once. */
export async function selectWrittenAddresses(
  clickhouse: ClickHouse,
  rows: Rows,
): Promise<{ network: number; text: string }[]> {
  return await clickhouse.work(
    `select distinct network, arrayJoin([sender_text, receiver_text]) as text from staged_transfer
     where ${rowsOf} and text != '' and problem = ''
       and (network, text) not in (select network, text from address_form where import = {import:UInt64})
     order by network, text`,
    parametersOf(rows),
  )
}

/** Rows as `import<TAB>network<TAB>text<TAB>bytes<TAB>valid`, escaped. */
export async function loadAddressForms(clickhouse: ClickHouse, rows: Buffer): Promise<void> {
  await clickhouse.load(
    `insert into address_form (import, network, text, bytes, valid)
     settings ${everyTime}, ${asOnePart}
     format TSV`,
    rows,
  )
}

export type StagedProblem = { file: number; line: number; problem: string; text: string }

/** The rows that can't be taken, with the lines they stand on. */
export async function selectProblems(
  clickhouse: ClickHouse,
  of: Rows & { lines: Lines; limit: number },
): Promise<StagedProblem[]> {
  return await clickhouse.work<StagedProblem>(
    `with ${badRows}
     select bad.file as file, toFloat64(bad.line) as line, what as problem, lines.text as text
     from bad left any join (select file, line, text from ${of.lines.table}) as lines
       on lines.file = bad.file and lines.line = bad.line
     order by file, line limit {limit:UInt64}`,
    { ...parametersOf(of), ...of.lines.parameters, limit: of.limit },
  )
}

/** How many rows there are, and how many of them can't be taken. */
export async function countRows(clickhouse: ClickHouse, rows: Rows): Promise<{ rows: number; bad: number }> {
  const [counts] = await clickhouse.work<{ rows: number; bad: number }>(
    `with ${badRows}
     select (select toFloat64(count()) from staged_transfer where ${rowsOf}) as rows,
       (select toFloat64(count()) from bad) as bad`,
    parametersOf(rows),
  )
  return counts ?? { rows: 0, bad: 0 }
}

const badRows = `
  valid as (select network, text from address_form where import = {import:UInt64} and valid = 1),
  bad as (
    select file, line, multiIf(
      problem != '', problem,
      sender_text != '' and (network, sender_text) not in (select network, text from valid), 'from is not an address of the coin\\'s network',
      receiver_text != '' and (network, receiver_text) not in (select network, text from valid), 'to is not an address of the coin\\'s network',
      '') as what
    from staged_transfer where ${rowsOf} and what != '')`

export async function lastStagedRow(clickhouse: ClickHouse, importId: number): Promise<number> {
  const [row] = await clickhouse.work<{ last: number }>(
    'select toFloat64(max(row)) as last from staged_transfer where import = {import:UInt64}',
    { import: importId },
  )
  return row?.last ?? 0
}

/** The row before the one that begins another block, or the row itself when none does so nearby. */
export async function lastRowOfBlock(
  clickhouse: ClickHouse,
  at: { importId: number; row: number; within: number },
): Promise<number> {
  const [found] = await clickhouse.work<{ next: number }>(
    `with nearby as (
       select row, network, block from staged_transfer
       where import = {import:UInt64} and row >= {row:UInt64} and row <= {last:UInt64} and problem = '')
     select toFloat64(min(row)) as next from nearby
     where (network, block) not in (select network, block from nearby order by row limit 1)`,
    { import: at.importId, row: at.row, last: at.row + at.within },
  )
  return found === undefined || found.next === 0 ? at.row : found.next - 1
}

/** Forgets what an import has laid aside. */
export async function dropStaging(clickhouse: ClickHouse, importId: number): Promise<void> {
  for (const table of [stagedTransfer, addressForm, importReference]) {
    await clickhouse.work(
      `alter table ${partsOf(table, clickhouse.cluster)} drop partition ${Number(importId)}`,
    )
  }
}

/** Forgets what an import has laid aside after one of its rows, from a line of one of its files on. */
export async function dropStagedAfter(
  clickhouse: ClickHouse,
  from: { importId: number; row: number; file: number; line: number },
): Promise<void> {
  const remove = async (table: TableDefinition, where: string) =>
    await clickhouse.work(
      `delete from ${partsOf(table, clickhouse.cluster)} in partition ${Number(from.importId)}
       where ${where} settings lightweight_deletes_sync = 2`,
      { row: from.row, file: from.file, line: from.line },
    )
  await remove(stagedTransfer, 'row > {row:UInt64}')
  await remove(importReference, 'file > {file:UInt32} or (file = {file:UInt32} and line >= {line:UInt64})')
}
