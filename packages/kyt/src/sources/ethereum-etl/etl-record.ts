import { splitRow } from '../../files/read-csv.ts'
import { type EtlFile, type EtlKind, neededFields } from './etl-file.ts'

/** One line of a file, as far as it could be taken apart. */
export type EtlRecord = {
  /** What a JSON line says it is; empty where it says nothing. */
  readonly type: string
  has(name: string): boolean
  /** A number, exactly as it is written, or a text; empty where nothing is said. */
  text(name: string): string
  /** The text of a list, its parts divided by commas. */
  list(name: string): string
  /** The records of a list; `undefined` where it is none. */
  records(name: string): readonly Readonly<Record<string, unknown>>[] | undefined
}

type Values = Readonly<Record<string, unknown>>

/** Takes the lines of a file apart. What comes back as a text is what is wrong with the form of the line. */
export function createRecordReader(file: EtlFile): (line: string | undefined) => EtlRecord | string {
  return file.form === 'csv' ? csvReader(file.names) : (line) => readJson(line)
}

/** What is wrong with a record of a kind, beyond its form; nothing with one of another kind in a stream. */
export function problemOfRecord(file: EtlFile, kind: EtlKind, record: EtlRecord): string | undefined {
  if (file.form === 'csv') return undefined
  if (file.kind !== 'stream' && record.type !== '' && record.type !== kind) {
    return `the line is no ${kind} but of another type`
  }
  const missing = neededFields[kind].find((name) => !record.has(name))
  return missing === undefined ? undefined : `${missing} is missing`
}

const tooLong = 'the line is too long'

function readJson(line: string | undefined): EtlRecord | string {
  if (line === undefined) return tooLong
  const values = parseExactly(line)
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    return 'the line is no JSON record'
  return recordOf(values as Values)
}

/** Numbers that a float may not tell exactly become texts, as they are written. Those inside of a text stay. */
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
    if (typeof cells === 'string') return 'the quotes of a field are misplaced'
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

/** In CSV a list may stand without its brackets. */
function parseList(text: string): unknown {
  return parseExactly(text.startsWith('[') ? text : `[${text}]`)
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))
