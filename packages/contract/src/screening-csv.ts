import type { BatchItem, BatchResult } from './operations/batch.ts'

/** A line in a list of addresses. `problem` says why a line cannot be screened. */
export type ScreeningLine = BatchItem & { readonly line: number; readonly problem?: string }

/** A list that is not valid CSV, or has no column `coin` or `address`. */
export class ScreeningCsvError extends Error {
  override readonly name = 'ScreeningCsvError'
}

/** Columns of a screening's result. */
export const screeningColumns = [
  'coin',
  'address',
  'score',
  'risk_level',
  'coverage',
  'incident',
  'details',
  'error',
] as const

/** Maximum lengths of coin and address, as in the API's requests. */
const maxCoin = 64
const maxAddress = 256

/** Reads a list of addresses: CSV with a header that contains `coin` and `address`, in any order. */
export function readScreeningCsv(text: string): ScreeningLine[] {
  const [header, ...rows] = readCsv(text.replace(/^\uFEFF/, ''))
  const names = header?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  const [coinAt, addressAt] = [names.indexOf('coin'), names.indexOf('address')]
  if (coinAt < 0 || addressAt < 0) {
    throw new ScreeningCsvError('the first line must name the columns coin and address')
  }
  return rows.flatMap(({ line, cells }) => {
    if (cells.every((cell) => cell.trim() === '')) return []
    const coin = cells[coinAt]?.trim() ?? ''
    const address = cells[addressAt]?.trim() ?? ''
    const problem =
      coin === '' || address === ''
        ? 'coin and address are required'
        : coin.length > maxCoin || address.length > maxAddress
          ? 'coin or address is too long'
          : undefined
    return [{ line, coin, address, ...(problem !== undefined && { problem }) }]
  })
}

/** Returns the first line of a result, with the names of the columns. */
export const screeningHeader = (): string => writeRow(screeningColumns)

/** Returns a line of a result. */
export function screeningRow({ coin, address, risk, error }: BatchResult): string {
  return writeRow([
    coin,
    address,
    risk === null ? '' : String(risk.score),
    risk?.risk_level ?? '',
    risk?.coverage.state ?? '',
    risk?.hacking_event ?? '',
    risk?.detail_list.join('; ') ?? '',
    error?.message ?? '',
  ])
}

function writeRow(cells: readonly string[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`
}

/**
 * Spreadsheets interpret cells that start with one of these characters as formulas, and the texts come from
 * lists and uploads.
 */
const formula = /^[=+\-@\t\r]/

function writeCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

type Row = { readonly line: number; readonly cells: string[] }

/** Reads CSV as RFC 4180 defines it, with CRLF or LF. */
function readCsv(text: string): Row[] {
  const rows: Row[] = []
  let row: Row = { line: 1, cells: [] }
  let line = 1
  let at = 0
  while (at < text.length) {
    const isQuoted = text[at] === '"'
    let cell = ''
    if (isQuoted) {
      at += 1
      for (;;) {
        const end = text.indexOf('"', at)
        if (end < 0) throw new ScreeningCsvError(`the quote that starts on line ${line} is not closed`)
        cell += text.slice(at, end)
        at = end + 1
        if (text[at] !== '"') break
        cell += '"'
        at += 1
      }
      line += cell.split('\n').length - 1
    } else {
      const end = endOfCell(text, at)
      cell = text.slice(at, end)
      at = end
    }
    row.cells.push(cell)
    const next = text[at]
    if (next === ',') {
      at += 1
      if (at === text.length) row.cells.push('')
      continue
    }
    if (next !== undefined && next !== '\n' && next !== '\r') {
      throw new ScreeningCsvError(`unexpected text after a quote on line ${line}`)
    }
    at += next === '\r' && text[at + 1] === '\n' ? 2 : 1
    rows.push(row)
    line += 1
    row = { line, cells: [] }
  }
  if (row.cells.length > 0 && rows.at(-1) !== row) rows.push(row)
  return rows
}

function endOfCell(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    const letter = text[at]
    if (letter === ',' || letter === '\n' || letter === '\r') return at
    at += 1
  }
  return at
}
