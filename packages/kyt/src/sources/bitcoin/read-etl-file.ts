import { parse } from 'csv-parse/sync'
import type { BitcoinNetwork } from '../../addresses/networks.ts'
import { nativeCoinOf } from '../../coins/find-coin.ts'
import { importFileError } from '../../files/import-file-error.ts'
import { readFirstLine } from '../../files/read-first-line.ts'
import { readLineBatches } from '../../files/read-line-batches.ts'
import type { ReadPosition, SourceEntry } from '../../imports/transfer-source.ts'
import { parseExactJson } from './exact-json.ts'
import { mapEtlTransaction } from './map-etl-transaction.ts'

type Place = Omit<ReadPosition, 'step'>

type Row = Readonly<Record<string, unknown>>

/**
 * Maximum length of a line. A block has at most four million bytes, and even a transaction that fills a whole
 * block is shorter than this limit in JSON.
 */
const longestLine = 16 * 1024 * 1024
const needed = ['hash', 'block_number', 'block_timestamp', 'inputs', 'outputs']

/**
 * Reads the transfers of a bitcoin-etl file, one entry per transaction. Reads JSON lines, or CSV if the file
 * name ends in .csv. Skips block lines in a streamed file. Memory use is bounded by the longest accepted
 * line.
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
      : 'the line is not a JSON object'
  } catch {
    return 'the line is not valid JSON'
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
      remedy: 'Use the transactions file written by bitcoin-etl, with its header line.',
    })
  }
  return (text) => {
    const cells = splitCsv(text)
    if (!cells) return 'a field has misplaced quotes'
    if (cells.length !== header.length) return `expected ${header.length} fields, found ${cells.length}`
    const row: Record<string, unknown> = Object.fromEntries(header.map((name, index) => [name, cells[index]]))
    for (const column of ['inputs', 'outputs']) {
      const list = readListCell(String(row[column] ?? ''))
      if (!list) return `${column} is not a valid list`
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
 * The documented bitcoin-etl format is JSON lines. Its CSV files contain the two lists in Python notation, so
 * this function parses both Python notation and JSON.
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
