import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { importFileError } from './import-file-error.ts'
import { readLineBatches } from './read-line-batches.ts'
import { showText } from './show-text.ts'

export type CsvRow = { readonly line: number } & (
  | { readonly fields: readonly string[] }
  | { readonly problem: string }
)

export type ReadCsvOptions = {
  readonly file: string
  /** The column names required in the first line, in this order. */
  readonly header: readonly string[]
  readonly maxLength?: number
}

/**
 * Reads the rows of a CSV file (RFC 4180). Each row must have as many fields as the header. A row always ends
 * at the end of its line: fields cannot contain line breaks, so an unclosed quote invalidates one row instead
 * of the rest of the file.
 */
export async function* readCsv(options: ReadCsvOptions): AsyncGenerator<CsvRow> {
  const { file, header } = options
  let headerSeen = false
  for await (const { first, lines } of readLineBatches(options)) {
    for (let index = 0; index < lines.length; index += 1) {
      const line = first + index
      const text = lines[index]
      if (!headerSeen) {
        checkHeader(file, header, text)
        headerSeen = true
      } else if (text === undefined) {
        yield { line, problem: 'the line is too long' }
      } else if (text !== '') {
        const row = splitRow(text)
        if (typeof row === 'string') yield { line, problem: row }
        else if (row.length === header.length) yield { line, fields: row }
        else yield { line, problem: `expected ${header.length} fields, found ${row.length}` }
      }
    }
  }
  if (!headerSeen) checkHeader(file, header, '')
}

function checkHeader(file: string, header: readonly string[], text: string | undefined): void {
  const row = text === undefined ? undefined : splitRow(text)
  if (Array.isArray(row) && row.join() === header.join() && row.length === header.length) return
  const shown = text === undefined ? 'a line that is too long' : text === '' ? 'nothing' : showText(text)
  throw importFileError({
    file,
    line: 1,
    what: `expected the header "${header.join()}", found ${shown}`,
    remedy: 'Write exactly this header as the first line.',
  })
}

export function splitRow(text: string): string[] | string {
  if (!text.includes('"')) return text.split(',')
  try {
    return parse(text, { relax_column_count: true })[0] ?? ['']
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? 'a quoted field is not closed on its line'
      : 'a field has misplaced quotes'
  }
}
