import { basename } from 'node:path'
import { importFileError } from '../../files/import-file-error.ts'
import { readFirstLine } from '../../files/read-first-line.ts'

/** The kinds of lines, named as in ethereum-etl's `type` field. */
export type EtlKind = 'block' | 'transaction' | 'receipt' | 'token_transfer' | 'trace' | 'log'

export type EtlFile = {
  readonly path: string
  /** `stream` for a file with lines of every kind, each of which states its type. */
  readonly kind: EtlKind | 'stream'
  readonly form: 'json' | 'csv'
  /** The field names: the columns of a CSV file in order, or the keys in the first line of JSON lines. */
  readonly names: readonly string[]
}

/** The required fields for each kind of line. */
export const requiredFields: Readonly<Record<EtlKind, readonly string[]>> = {
  token_transfer: [
    'token_address',
    'from_address',
    'to_address',
    'value',
    'transaction_hash',
    'log_index',
    'block_number',
  ],
  trace: [
    'block_number',
    'transaction_hash',
    'from_address',
    'to_address',
    'value',
    'trace_type',
    'call_type',
    'trace_address',
    'error',
  ],
  log: ['log_index', 'transaction_hash', 'block_number', 'address', 'data', 'topics'],
  receipt: ['transaction_hash', 'block_number', 'gas_used', 'status', 'contract_address'],
  transaction: ['hash', 'block_number', 'from_address', 'to_address', 'value', 'gas_price'],
  block: ['number', 'hash', 'timestamp'],
}

const kinds = Object.keys(requiredFields) as EtlKind[]

/** Matches ethereum-etl's file names with any prefix and suffix: `token_transfers_00000000_00099999.csv`. */
const namedKind = /(?:^|[^a-z])(block|transaction|receipt|token_transfer|trace|log)s(?:[^a-z]|$)/

/** Returns whether a file's name looks like that of an ethereum-etl file. */
export function isEtlName(name: string): boolean {
  return /\.(json|jsonl|ndjson|csv)$/i.test(name)
}

/** Recognizes a file by its name, or otherwise by its first line. Returns undefined for other files. */
export async function readEtlFile(path: string): Promise<EtlFile | undefined> {
  const first = await readFirstLine(path)
  const name = basename(path).toLowerCase()
  const named = name.startsWith('geth_')
    ? undefined
    : (namedKind.exec(name.replace(/\.[a-z]+$/, ''))?.[1] as EtlKind | undefined)
  return /\.csv$/i.test(path) ? csvFile(path, first, named) : jsonFile(path, first, named)
}

function csvFile(path: string, first: string, named: EtlKind | undefined): EtlFile | undefined {
  const names = first.replaceAll('"', '').split(',')
  const missingOf = (kind: EtlKind) => requiredFields[kind].find((field) => !names.includes(field))
  const kind = named ?? kinds.find((one) => missingOf(one) === undefined)
  if (kind === undefined) return undefined
  const missing = missingOf(kind)
  if (missing !== undefined) {
    throw importFileError({
      file: basename(path),
      line: 1,
      what: `the column ${missing} is missing`,
      remedy: `Use the ${kind}s file as written by ethereum-etl, with its header line.`,
    })
  }
  return { path, kind, form: 'csv', names }
}

function jsonFile(path: string, first: string, named: EtlKind | undefined): EtlFile | undefined {
  const names = [...first.matchAll(/"([a-z0-9_]+)" *:/g)].map(([, name]) => name ?? '')
  const type = /"type" *: *"([a-z_]+)"/.exec(first)?.[1]
  const kind = named ?? (kinds.some((one) => one === type) ? 'stream' : undefined)
  return kind === undefined ? undefined : { path, kind, form: 'json', names }
}
