import { readFile, stat } from 'node:fs/promises'
import { parse, YAMLError } from 'yaml'
import { importFileError } from '../../files/import-file-error.ts'
import { readLineBatches } from '../../files/read-line-batches.ts'
import { type Fields, readRegularItem } from './read-regular-item.ts'

export type PackRow = { readonly line?: number } & (
  | { readonly fields: Fields }
  | { readonly problem: string }
)

export type Pack = {
  /** The fields outside the list, which apply to all items in the list. */
  readonly header: Fields
  readonly rows: () => AsyncGenerator<PackRow>
}

export type ReadPackOptions = {
  readonly file: string
  /** The name of the pack's main list. */
  readonly list: 'tags' | 'actors'
}

/** Maximum size of a document that must be read as a whole, and therefore kept in memory. */
const maxWholeBytes = 32 * 1024 * 1024
const maxItemLines = 10_000

/** Thrown if the fast reader cannot read a document that the YAML parser may be able to read. */
class IrregularDocument extends Error {}

/**
 * Opens a TagPack or an ActorPack. Both are YAML files that are often large but consist mostly of short,
 * plain entries. A YAML parser takes many times longer and keeps the whole file in memory. Therefore, the
 * file is split line by line into list items, and items in the usual plain form are parsed directly. The YAML
 * parser reads the header and all other items. A document that cannot be split (flow style, references across
 * items) is passed to the parser as a whole. All values remain text, because an address made of digits must
 * not become a number.
 */
export async function readPack(options: ReadPackOptions): Promise<Pack> {
  try {
    const header = parseFields(await cutHeader(options))
    return { header, rows: () => readRows(options) }
  } catch (error) {
    if (!(error instanceof IrregularDocument) && !isYamlError(error)) throw error
    const { header } = await readWhole(options)
    return { header, rows: () => wholeRows(options, 0) }
  }
}

/** Returns all lines outside the list. A line without indentation is a key, an item or a comment. */
async function cutHeader({ file, list }: ReadPackOptions): Promise<string> {
  const header: string[] = []
  let size = 0
  let listSeen = false
  let insideList = false
  for await (const { first, lines } of readLineBatches({ file })) {
    for (let index = 0; index < lines.length; index += 1) {
      const line = lines[index]
      if (line === undefined) {
        if (insideList) continue
        throw lineTooLong(file, first + index)
      }
      const start = line.charCodeAt(0)
      if (insideList) {
        if (Number.isNaN(start) || start === 0x20 || start === 0x23) continue
        if (line.startsWith('- ') || line === '-') continue
      }
      if (start === 0x25) continue
      if (line === '---' && header.every((earlier) => /^(#|\s*$)/.test(earlier)) && !listSeen) continue
      if (line.startsWith('---') || line.startsWith('...')) throw new IrregularDocument()
      insideList = line.startsWith(`${list}:`)
      if (insideList) {
        if (listSeen || !/^\w+:\s*$/.test(line)) throw new IrregularDocument()
        listSeen = true
        continue
      }
      header.push(line)
      size += line.length
      if (size > maxWholeBytes) throw documentTooLong(file)
    }
  }
  if (!listSeen) throw new IrregularDocument()
  return header.join('\n')
}

async function* readRows(options: ReadPackOptions): AsyncGenerator<PackRow> {
  let given = 0
  try {
    for await (const row of cutRows(options)) {
      yield row
      given += 1
    }
  } catch (error) {
    if (!(error instanceof IrregularDocument)) throw error
    yield* wholeRows(options, given)
  }
}

async function* cutRows({ file, list }: ReadPackOptions): AsyncGenerator<PackRow> {
  let insideList = false
  let indent = -1
  let bullet = ''
  let item: string[] = []
  let itemLine = 0
  let broken: string | undefined

  const finish = (): PackRow => {
    const row = broken === undefined ? readItem(item, indent) : { problem: broken }
    broken = undefined
    return { line: itemLine, ...row }
  }

  for await (const { first, lines } of readLineBatches({ file })) {
    for (let index = 0; index < lines.length; index += 1) {
      const line = lines[index]
      if (line === undefined) {
        broken = 'a line is too long'
        continue
      }
      if (!insideList) {
        insideList = line.startsWith(`${list}:`)
        continue
      }
      if (indent === -1) {
        const match = /^( *)-( |$)/.exec(line)
        if (match === null) {
          if (/^ *(#|$)/.test(line)) continue
          throw new IrregularDocument()
        }
        indent = match[1]?.length ?? 0
        bullet = `${' '.repeat(indent)}-`
        item = [line]
        itemLine = first + index
      } else if (
        line.startsWith(bullet) &&
        (line.charCodeAt(indent + 1) === 0x20 || line.length === indent + 1)
      ) {
        yield finish()
        item = [line]
        itemLine = first + index
      } else if (endsList(line, indent)) {
        yield finish()
        insideList = false
        indent = -1
        item = []
      } else {
        item.push(line)
        if (item.length > maxItemLines) throw documentTooLong(file)
      }
    }
  }
  if (item.length > 0) yield finish()
}

function endsList(line: string, indent: number): boolean {
  for (let index = 0; index <= indent; index += 1) {
    const code = line.charCodeAt(index)
    if (code !== 0x20) return !Number.isNaN(code) && code !== 0x23
  }
  return false
}

function readItem(lines: string[], indent: number): { fields: Fields } | { problem: string } {
  const regular = readRegularItem(lines, indent)
  if (regular !== undefined) return { fields: regular }
  const text = lines.join('\n')
  try {
    const parsed = parseYaml(text)
    const fields = Array.isArray(parsed) && parsed.length === 1 ? toFields(parsed[0]) : undefined
    return fields === undefined ? { problem: 'is not a list of fields' } : { fields }
  } catch (error) {
    // The item refers to an anchor outside the item, so the whole document must be parsed.
    if (error instanceof ReferenceError) throw new IrregularDocument()
    if (!(error instanceof YAMLError)) throw error
    return { problem: `is not valid YAML: ${firstLine(error)}` }
  }
}

async function* wholeRows(options: ReadPackOptions, skip: number): AsyncGenerator<PackRow> {
  const { items } = await readWhole(options)
  for (const item of items.slice(skip)) {
    const fields = toFields(item)
    yield fields === undefined ? { problem: 'is not a list of fields' } : { fields }
  }
}

/** Reads the whole document with the YAML parser. Tests compare the fast reader with this function. */
export async function readWhole(options: ReadPackOptions): Promise<{ header: Fields; items: unknown[] }> {
  const { file, list } = options
  const { size } = await stat(file)
  if (size > maxWholeBytes) throw documentTooLong(file)
  const notPack = (cause?: unknown) =>
    importFileError({
      file,
      what: isYamlError(cause) ? `is not valid YAML: ${firstLine(cause)}` : `has no list named "${list}"`,
      remedy: list === 'tags' ? 'Use a TagPack.' : 'Use an ActorPack.',
      cause,
    })
  let document: unknown
  try {
    document = parseYaml(await readFile(file, 'utf8'))
  } catch (error) {
    if (isYamlError(error)) throw notPack(error)
    throw error
  }
  const items = isRecord(document) ? document[list] : undefined
  if (!isRecord(document) || !Array.isArray(items)) throw notPack()
  const { [list]: _, ...header } = document
  return { header: toFields(header) ?? {}, items }
}

function parseFields(text: string): Fields {
  const parsed = parseYaml(text)
  if (parsed === null || parsed === '') return {}
  const fields = toFields(parsed)
  if (fields === undefined) throw new IrregularDocument()
  return fields
}

function parseYaml(text: string): unknown {
  return parse(text, { schema: 'failsafe', logLevel: 'error' })
}

/**
 * Returns the fields that contain a string or a list of strings. Ignores other fields, such as the context.
 */
function toFields(value: unknown): Fields | undefined {
  if (!isRecord(value)) return undefined
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string | string[]] => isField(entry[1])),
  )
}

function isField(value: unknown): boolean {
  return (
    typeof value === 'string' || (Array.isArray(value) && value.every((entry) => typeof entry === 'string'))
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The parser reports missing or excessive references with a different error type. */
function isYamlError(error: unknown): error is Error {
  return error instanceof YAMLError || error instanceof ReferenceError
}

function firstLine(error: Error): string {
  return error.message.split('\n', 1)[0]?.replace(/:$/, '') ?? ''
}

function lineTooLong(file: string, line: number) {
  return importFileError({ file, line, what: 'the line is too long', remedy: 'Use a TagPack.' })
}

function documentTooLong(file: string) {
  return importFileError({
    file,
    what: 'is too long to be read as a whole and is not in the plain form that can be read item by item',
    remedy: 'Write each item of the list as "- key: value" lines, or split the list into several files.',
  })
}
