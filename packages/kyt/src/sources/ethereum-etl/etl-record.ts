import { splitRow } from '../../files/read-csv.ts'
import { type EtlFile, type EtlKind, requiredFields } from './etl-file.ts'

/** A line's parsed fields. */
export type EtlRecord = {
  /** The type in a JSON line. Empty if it is missing. */
  readonly type: string
  has(name: string): boolean
  /** A string, or a number exactly as written. Empty if it is missing. */
  text(name: string): string
  /** A list as text, with its items separated by commas. */
  list(name: string): string
  /** Returns the objects of a list, or `undefined` if the field is not a list of objects. */
  records(name: string): readonly Readonly<Record<string, unknown>>[] | undefined
}

type Values = Readonly<Record<string, unknown>>

/** Creates a parser for a file's lines. If a line is malformed, the parser returns the problem as text. */
export function createRecordReader(file: EtlFile): (line: string | undefined) => EtlRecord | string {
  return file.form === 'csv' ? csvReader(file.names) : (line) => readJson(line)
}

/**
 * Returns the problem with a well-formed record, or undefined if the record is valid. Ignores records of
 * other kinds in a stream.
 */
export function problemOfRecord(file: EtlFile, kind: EtlKind, record: EtlRecord): string | undefined {
  if (file.form === 'csv') return undefined
  if (file.kind !== 'stream' && record.type !== '' && record.type !== kind) {
    return `the line's type is not ${kind}`
  }
  const missing = requiredFields[kind].find((name) => !record.has(name))
  return missing === undefined ? undefined : `${missing} is missing`
}

const tooLong = 'the line is too long'

function readJson(line: string | undefined): EtlRecord | string {
  if (line === undefined) return tooLong
  const values = parseExactly(line)
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    return 'the line is not a JSON object'
  return recordOf(values as Values)
}

/**
 * Parses JSON, but returns a number as text if a float might not represent it exactly. Numbers inside strings
 * stay unchanged.
 */
function parseExactly(text: string): unknown {
  try {
    return JSON.parse(
      text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (part) =>
        part.startsWith('"') || /^-?\d{1,15}$/.test(part) ? part : `"${part}"`,
      ),
    )
  } catch {
    return undefined
  }
}

function csvReader(names: readonly string[]): (line: string | undefined) => EtlRecord | string {
  return (line) => {
    if (line === undefined) return tooLong
    const cells = splitRow(line)
    if (typeof cells === 'string') return 'a field has misplaced quotes'
    if (cells.length !== names.length) return `expected ${names.length} fields`
    return recordOf(Object.fromEntries(names.map((name, index) => [name, cells[index]])))
  }
}

function recordOf(values: Values): EtlRecord {
  const text = (name: string) => textOf(values[name])
  return {
    type: text('type'),
    has: (name) => values[name] !== undefined,
    text,
    list: (name) => {
      const value = values[name]
      return Array.isArray(value) ? value.map(textOf).join(',') : textOf(value)
    },
    records: (name) => {
      const value = values[name] ?? ''
      const list = typeof value === 'string' ? parseList(value) : value
      return Array.isArray(list) && list.every((item) => typeof item === 'object' && item !== null)
        ? list
        : undefined
    },
  }
}

/** In CSV, a list can be written without brackets. */
function parseList(text: string): unknown {
  return parseExactly(text.startsWith('[') ? text : `[${text}]`)
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))
