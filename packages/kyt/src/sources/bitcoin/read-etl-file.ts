import { parse } from 'csv-parse/sync'
import type { BitcoinNetwork } from '../../addresses/networks.ts'
import { nativeCoinOf } from '../../coins/find-coin.ts'
import { importFileError } from '../../files/import-file-error.ts'
import { readFirstLine } from '../../files/read-first-line.ts'
import { readLineBatches } from '../../files/read-line-batches.ts'
import type { Reached, SourceEntry } from '../../imports/transfer-source.ts'
import { parseExactJson } from './exact-json.ts'
import { mapEtlTransaction } from './map-etl-transaction.ts'

type Place = Omit<Reached, 'step'>

type Row = Readonly<Record<string, unknown>>

/** The largest block is four million bytes; a transaction that fills it stays below this when written out. */
const longestLine = 16 * 1024 * 1024
const needed = ['hash', 'block_number', 'block_timestamp', 'inputs', 'outputs']

/**
 * The transfers of a file of bitcoin-etl: one entry for each transaction. JSON lines, or CSV by the file's ending; the
 * lines of blocks in a streamed file are passed over. Memory is bounded by the longest line that is taken.
 */
export async function* readBitcoinEtlFile(options: {
  readonly file: string
  readonly network: BitcoinNetwork
  readonly from?: Place
}): AsyncGenerator<{ readonly entries: readonly SourceEntry[]; readonly reached: Place }> {
  const { file, network, from = { offset: 0, line: 1 } } = options
  const coin = nativeCoinOf(network).identifier
  const isCsv = /\.csv$/i.test(file)
  const toRow = isCsv ? createCsvReader(file, await readFirstLine(file)) : readJsonRow
  const entryOf = (line: number, text: string | undefined): SourceEntry | undefined => {
    const refuse = (problem: string) => ({ file, line, problem, text: '' })
    if (text === undefined) return refuse('the line is longer than 16 MB')
    if (text === '' || (isCsv && line === 1)) return undefined
    const row = toRow(text)
    if (typeof row === 'string') return refuse(row)
    if (isBlock(row)) return undefined
    const mapped = mapEtlTransaction({ network, coin, row })
    return 'problem' in mapped ? refuse(mapped.problem) : mapped
  }
  for await (const { first, lines, nextOffset } of readLineBatches({ file, maxLength: longestLine, from })) {
    const entries = lines.map((text, index) => entryOf(first + index, text))
    yield {
      entries: entries.filter((entry) => entry !== undefined),
      reached: { offset: nextOffset, line: first + lines.length },
    }
  }
}

function isBlock(row: Row): boolean {
  return row.type === 'block' || (row.merkle_root !== undefined && row.inputs === undefined)
}

function readJsonRow(text: string): Row | string {
  try {
    const row = parseExactJson(text)
    return typeof row === 'object' && row !== null && !Array.isArray(row)
      ? (row as Row)
      : 'the line is no record'
  } catch {
    return 'the line is no JSON'
  }
}

function createCsvReader(file: string, headerLine: string): (text: string) => Row | string {
  const header = splitCsv(headerLine) ?? []
  const missing = needed.filter((column) => !header.includes(column))
  if (missing.length > 0) {
    throw importFileError({
      file,
      line: 1,
      what: `the column ${missing[0]} is missing`,
      remedy: 'Give the transactions file of bitcoin-etl with its header line.',
    })
  }
  return (text) => {
    const cells = splitCsv(text)
    if (!cells) return 'the quotes of a field are misplaced'
    if (cells.length !== header.length) return `expected ${header.length} fields, found ${cells.length}`
    const row: Record<string, unknown> = Object.fromEntries(header.map((name, index) => [name, cells[index]]))
    for (const column of ['inputs', 'outputs']) {
      const list = readListCell(String(row[column] ?? ''))
      if (!list) return `${column} is no list in JSON`
      row[column] = list
    }
    return row
  }
}

function splitCsv(text: string): string[] | undefined {
  try {
    return parse(text, { relax_column_count: true })[0]
  } catch {
    return undefined
  }
}

/**
 * bitcoin-etl's documented form is JSON lines. Told to write CSV, it leaves the two lists as Python prints them, so
 * both that and JSON are taken.
 */
function readListCell(cell: string): unknown[] | undefined {
  if (cell === '') return []
  for (const text of [cell, fromPython(cell)]) {
    try {
      const list = parseExactJson(text)
      if (Array.isArray(list)) return list
    } catch {}
  }
  return undefined
}

function fromPython(text: string): string {
  const words: Record<string, string> = { None: 'null', True: 'true', False: 'false' }
  return text.replace(/'((?:[^'\\]|\\.)*)'|"(?:[^"\\]|\\.)*"|\b(?:None|True|False)\b/g, (whole, quoted) =>
    quoted === undefined ? (words[whole] ?? whole) : JSON.stringify(quoted),
  )
}
