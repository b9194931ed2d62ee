import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { decodeText, type TextBytes } from './decode-text.ts'
import { limits } from './limits.ts'
import { listProblem } from './list-problem.ts'

export type CsvRow = { readonly line: number; readonly values: Readonly<Record<string, string>> }

/**
 * Reads the rows of a CSV file as objects with lowercase header names. The separator (comma, semicolon or
 * tab) is detected from the header. `needs` lists the required columns, one set per format. A file that
 * matches no set is rejected. A row with more or fewer fields than the header is still yielded, with the
 * number of fields that it has.
 */
export async function* readCsvRows(
  bytes: TextBytes,
  options: { needs: readonly (readonly string[])[] },
): AsyncGenerator<CsvRow> {
  const texts = decodeText(bytes, { fallback: true })
  const start = await readHead(texts)
  const parser = parse({
    delimiter: mostFrequent(/^[^\n\r]*/.exec(start)?.[0] ?? '', [',', ';', '\t']),
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: limits.fieldLength * 4,
  })
  const source = Readable.from(withStart(start, texts))
  source.once('error', (error) => parser.destroy(error))
  source.pipe(parser)
  let head: string[] | undefined
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      info: { lines: number }
      record: string[]
    }>) {
      if (head === undefined) {
        head = record.map((name) => name.trim().toLowerCase())
        const known = new Set(head)
        if (!options.needs.some((names) => names.every((name) => known.has(name))))
          throw listProblem('list.wrong-format')
      } else yield { line: info.lines, values: nameValues(head, record, info.lines) }
    }
  } catch (error) {
    throw csvProblem(error, head !== undefined)
  } finally {
    source.destroy()
    parser.destroy()
  }
}

async function readHead(texts: AsyncGenerator<string>): Promise<string> {
  let start = ''
  for (;;) {
    const { value, done } = await texts.next()
    start += value ?? ''
    if (done && start.trim() === '') throw listProblem('list.empty')
    if (done || /[\n\r]/.test(start)) return start
    if (start.length > limits.fieldLength) throw listProblem('list.wrong-format')
  }
}

async function* withStart(start: string, texts: AsyncGenerator<string>): AsyncGenerator<string> {
  yield start
  for await (const text of texts) if (text !== '') yield text
}

function nameValues(head: readonly string[], record: readonly string[], line: number) {
  const values: Record<string, string> = {}
  for (let at = 0; at < record.length; at += 1) {
    const name = head[at]
    const value = record[at] ?? ''
    if (value.length > limits.fieldLength) throw listProblem('list.too-large', { line })
    if (name !== undefined) values[name] = value
  }
  return values
}

function csvProblem(failure: unknown, hasHead: boolean): unknown {
  const { code } = failure as { code?: string }
  if (code === undefined || code.startsWith('list.')) return failure
  // An unclosed quote indicates a truncated file.
  if (code === 'CSV_QUOTE_NOT_CLOSED') return listProblem('list.cut-off', { cause: failure })
  if (!hasHead) return listProblem('list.wrong-format', { cause: failure })
  if (code === 'CSV_MAX_RECORD_SIZE') return listProblem('list.too-large', { cause: failure })
  return listProblem('list.broken', { cause: failure })
}

function mostFrequent(line: string, delimiters: readonly string[]): string {
  const counts = delimiters.map((delimiter) => line.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}
