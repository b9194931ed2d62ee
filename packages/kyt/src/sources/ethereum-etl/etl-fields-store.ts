import { tooLong } from '../../ledger/frame-lines.ts'
import { quoted } from '../../ledger/parse-lines-store.ts'
import { type EtlFile, type EtlKind, neededFields } from './etl-file.ts'

export type Problem = readonly [condition: string, problem: string]

/** The fields of a line as columns: field `x` is `e_x`, a text that is empty where nothing is said. */
export type EtlFields = {
  columns(...names: readonly string[]): string[]
  /** The whole field, however long and whatever it holds, less the brackets of a list. */
  long(name: string): string
  /** Whether anything is said. */
  isSet(name: string): string
  /** Whether it is a list of whole numbers, if anything. */
  isNumbers(name: string): string
  /** What can be wrong with the form of a line. */
  readonly problems: readonly Problem[]
  /** Whether the line is of this kind at all. */
  readonly isMine: string
}

export function fieldsOf(file: EtlFile, kind: EtlKind): EtlFields {
  return file.form === 'csv' ? csvFields(file) : jsonFields(file, kind)
}

const isTooLong: Problem = [`text = ${quoted(tooLong)}`, 'the line is too long']

/**
 * JSON parsers take numbers beyond 64 bits for floats, or for an error: the digits are cut out of the text. A key with its
 * quotes and colon can't stand inside of a string, where quotes are escaped.
 */
function jsonFields(file: EtlFile, kind: EtlKind): EtlFields {
  const [once = ''] = neededFields[kind]
  const isStream = file.kind === 'stream'
  return {
    columns: (...names) => ['type', ...names].map((name) => `${jsonField('text', name)} as e_${name}`),
    long: (name) => cut('text', name, 100_000, '\\s*[\\["]?([^\\]]*)'),
    isSet: (name) => `(${at('text', name)} > 0 and not ${starts('text', name, 8, '(null|"")')})`,
    isNumbers: (name) => starts('text', name, 100_000, '(null|\\[[0-9, ]*\\]|"[0-9, ]*")'),
    problems: isStream
      ? recordProblems(kind, once)
      : [
          ...jsonProblems,
          [`e_type not in ('', ${quoted(kind)})`, `the line is no ${kind} but of another type`],
          ...recordProblems(kind, once),
        ],
    // What is no record at all is told of once, not by every kind.
    isMine: isStream
      ? `(e_type = ${quoted(kind)} and not (${jsonProblems.map(([condition]) => condition).join(' or ')}))`
      : '1',
  }
}

/** What is wrong with any line, whatever its kind. */
export const jsonProblems: readonly Problem[] = [
  isTooLong,
  [
    `not match(text, ${quoted('^\\s*\\{')}) or not match(right(text, 20), ${quoted('\\}\\s*$')})`,
    'the line is no JSON record',
  ],
  [`match(text, ${quoted('[a-z0-9_]" +:')})`, 'a key stands apart from its colon'],
]

const recordProblems = (kind: EtlKind, once: string): Problem[] => [
  [`countSubstrings(text, ${quoted(`"${once}":`)}) > 1`, 'the line holds more than one record'],
  ...neededFields[kind].map((name): Problem => [`${at('text', name)} = 0`, `${name} is missing`]),
]

const at = (record: string, name: string) => `position(${record}, ${quoted(`"${name}":`)})`
/** From the key on; nothing where the key is not, because no text has a character 0. */
const from = (record: string, name: string, length: number) =>
  `substring(${record}, ${at(record, name)}, ${name.length + 3 + length})`
const cut = (record: string, name: string, length: number, pattern: string) =>
  `extract(${from(record, name, length)}, ${quoted(`^"${name}":${pattern}`)})`
const starts = (record: string, name: string, length: number, pattern: string) =>
  `match(${from(record, name, length)}, ${quoted(`^"${name}":\\s*${pattern}`)})`

/** A number or a short text, without its quotes; nothing for null. */
export const jsonField = (record: string, name: string): string =>
  cut(record, name, 160, '\\s*(?:null|"?([^",}\\]\\s]*))')

/** Fields with commas or quotes in them stand in quotes, in which quotes are doubled (RFC 4180). */
function csvFields(file: EtlFile): EtlFields {
  const plain = `position(text, '"') = 0`
  const split = [
    `if(${plain}, splitByChar(',', text), extractAll(concat(',', text), ${quoted(',("(?:[^"]|"")*"|[^,"]*)')})) as raw_cells`,
    `if(${plain}, raw_cells, arrayMap(cell -> if(startsWith(cell, '"'), replaceAll(substring(cell, 2, length(cell) - 2), '""', '"'), cell), raw_cells)) as cells`,
  ]
  const cell = (name: string) => (file.names.includes(name) ? `cells[${file.names.indexOf(name) + 1}]` : "''")
  return {
    columns: (...names) => [...split, ...names.map((name) => `${cell(name)} as e_${name}`)],
    long: (name) => cell(name),
    isSet: (name) => `(${cell(name)} != '')`,
    isNumbers: (name) => `match(${cell(name)}, '^[0-9, ]*$')`,
    problems: [
      isTooLong,
      [
        `arraySum(cell -> length(cell) + 1, raw_cells) != length(text) + 1`,
        'the quotes of a field are misplaced',
      ],
      [`length(raw_cells) != ${file.names.length}`, `expected ${file.names.length} fields`],
    ],
    isMine: '1',
  }
}
