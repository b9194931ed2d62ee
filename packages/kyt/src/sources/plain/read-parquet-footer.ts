import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { importFileError } from '../../files/import-file-error.ts'

export type ParquetColumn = {
  readonly name: string
  /** Of the file format: 0 boolean, 1 int32, 2 int64, 3 int96, 4 float, 5 double, 6 bytes, 7 bytes of a fixed length. */
  readonly type: number | undefined
  /** Not a column but a group of them. */
  readonly isGroup: boolean
}

export type ParquetFooter = { readonly rows: number; readonly columns: readonly ParquetColumn[] }

/** A sensible file of eight columns stays far below it, however many rows it has. */
const longestFooter = 64 * 1024 * 1024
const magic = 'PAR1'

export async function isParquet(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    return bytesRead === 4 && buffer.toString('latin1') === magic
  } finally {
    await handle.close()
  }
}

/** What a Parquet file says of itself at its end: the engine would turn any column into text without asking. */
export async function readParquetFooter(path: string): Promise<ParquetFooter> {
  try {
    return readMetadata(new CompactReader(await readFooterBytes(path)))
  } catch (cause) {
    throw importFileError({
      file: basename(path),
      what: 'it begins as a Parquet file, but does not end as one',
      remedy: 'Write the file again: it may have been cut short.',
      cause,
    })
  }
}

async function readFooterBytes(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const { buffer: tail } = await handle.read(Buffer.alloc(8), 0, 8, Math.max(0, size - 8))
    const length = tail.readUInt32LE(0)
    if (tail.toString('latin1', 4) !== magic || length > Math.min(longestFooter, size - 12)) {
      throw new RangeError('no footer')
    }
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - 8 - length)
    return buffer
  } finally {
    await handle.close()
  }
}

/** Numbers of the fields in the format's FileMetaData and SchemaElement. */
const schemaField = 2
const rowsField = 3
const typeField = 1
const nameField = 4
const childrenField = 5

function readMetadata(reader: CompactReader): ParquetFooter {
  let columns: ParquetColumn[] | undefined
  let rows: number | undefined
  reader.struct((field, type) => {
    if (field === schemaField) columns = readSchema(reader)
    else if (field === rowsField) rows = reader.integer()
    else reader.skip(type)
  })
  if (columns === undefined || rows === undefined || rows < 0) throw new RangeError('no schema')
  return { columns, rows }
}

/** Flattened: every group is followed by its children; the first is the root. Only the root's own children are wanted. */
function readSchema(reader: CompactReader): ParquetColumn[] {
  const elements = Array.from({ length: reader.listLength() }, () => readElement(reader))
  const columns: ParquetColumn[] = []
  let within = 0
  for (const { name, type, children } of elements.slice(1)) {
    if (within === 0) columns.push({ name, type, isGroup: children > 0 })
    else within -= 1
    within += children
  }
  return columns
}

function readElement(reader: CompactReader): { name: string; type: number | undefined; children: number } {
  let name = ''
  let type: number | undefined
  let children = 0
  reader.struct((field, fieldType) => {
    if (field === typeField) type = reader.integer()
    else if (field === nameField) name = reader.text()
    else if (field === childrenField) children = reader.integer()
    else reader.skip(fieldType)
  })
  return { name, type, children }
}

/** Reads Thrift's compact protocol, in which the footer is written. */
class CompactReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  struct(onField: (field: number, type: number) => void): void {
    let field = 0
    for (;;) {
      const head = this.#byte()
      if (head === 0) return
      const step = head >> 4
      field = step === 0 ? this.integer() : field + step
      onField(field, head & 15)
    }
  }

  listLength(): number {
    const head = this.#byte()
    const short = head >> 4
    const length = short === 15 ? this.#unsigned() : short
    // Every element has a byte at least.
    if (length > this.#bytes.length) throw new RangeError('a list is longer than the file')
    return length
  }

  integer(): number {
    const value = this.#unsigned()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  text(): string {
    const length = this.#unsigned()
    if (length > this.#bytes.length - this.#at) throw new RangeError('a text is longer than the file')
    this.#at += length
    return this.#bytes.toString('utf8', this.#at - length, this.#at)
  }

  skip(type: number): void {
    if (type <= 2) return
    if (type === 3) this.#byte()
    else if (type <= 6) this.#unsigned()
    else if (type === 7) this.#at += 8
    else if (type === 8) this.text()
    else if (type === 9 || type === 10) this.#skipList()
    else if (type === 12) this.struct((_, fieldType) => this.skip(fieldType))
    else throw new RangeError('an unknown type')
  }

  #skipList(): void {
    const type = (this.#bytes[this.#at] ?? 0) & 15
    const length = this.listLength()
    for (let index = 0; index < length; index += 1) {
      if (type <= 2) this.#byte()
      else this.skip(type)
    }
  }

  #unsigned(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#byte()
      value += (byte & 127) * factor
      if (byte < 128) return value
      if (factor > 2 ** 63) throw new RangeError('a number is too long')
    }
  }

  #byte(): number {
    const byte = this.#bytes[this.#at]
    if (byte === undefined) throw new RangeError('the footer ends early')
    this.#at += 1
    return byte
  }
}
