import { basename } from 'node:path'
import {
  type AsyncBuffer,
  asyncBufferFromFile,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
  type SchemaElement,
} from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { importFileError } from '../../files/import-file-error.ts'
import { plainFields } from './read-plain-row.ts'

/** A Parquet file of transfers with the plain format's columns in any order. Other columns are ignored. */
export type ParquetFile = {
  readonly rows: number
  /**
   * Yields batches of rows, starting at a row. Each row's fields are text, in the order of the plain format.
   */
  read(from: number): AsyncGenerator<readonly string[][]>
}

/** Maximum number of rows in memory. */
const rowsAtOnce = 20_000

export async function openParquetFile(path: string): Promise<ParquetFile> {
  const file = basename(path)
  const { bytes, metadata } = await readMetadata(path)
  const columns = plainFields.map((name) => checkColumn(file, name, metadata))
  const rows = Number(metadata.num_rows)
  const toTexts = columns.map(textOf)
  // Removes the logical types, so that the library returns raw values instead of converting decimals to
  // floats.
  for (const column of columns) {
    delete column.converted_type
    delete column.logical_type
  }
  return {
    rows,
    async *read(from) {
      for (let rowStart = from; rowStart < rows; rowStart += rowsAtOnce) {
        const rowEnd = Math.min(rows, rowStart + rowsAtOnce)
        const values = await readRows(file, bytes, metadata, rowStart, rowEnd)
        yield values.map((row) => toTexts.map((toText, index) => toText(row[index])))
      }
    },
  }
}

async function readMetadata(path: string): Promise<{ bytes: AsyncBuffer; metadata: FileMetaData }> {
  try {
    const bytes = await asyncBufferFromFile(path)
    return { bytes, metadata: await parquetMetadataAsync(bytes) }
  } catch (cause) {
    throw importFileError({
      file: basename(path),
      what: 'the file starts like a Parquet file but does not end like one',
      remedy: 'The file may be truncated. Write it again.',
      cause,
    })
  }
}

async function readRows(
  file: string,
  bytes: AsyncBuffer,
  metadata: FileMetaData,
  rowStart: number,
  rowEnd: number,
): Promise<unknown[][]> {
  try {
    return await new Promise((resolve, reject) => {
      const columns = [...plainFields]
      const options = { file: bytes, metadata, columns, compressors, utf8: false, rowStart, rowEnd }
      parquetRead({ ...options, onComplete: (rows) => resolve(rows as unknown[][]) }).catch(reject)
    })
  } catch (cause) {
    throw importFileError({
      file,
      what: `the rows from ${rowStart + 1} onwards cannot be read`,
      remedy: 'Check that the file is complete, and that every column is a string, an integer or a decimal.',
      cause,
    })
  }
}

function checkColumn(file: string, name: string, { schema }: FileMetaData): SchemaElement {
  const found = topColumns(schema).filter((column) => column.name === name)
  const [column] = found
  const refuse = (what: string, remedy: string) => importFileError({ file, what, remedy })
  if (column === undefined || found.length > 1) {
    throw refuse(
      column === undefined ? `the column ${name} is missing` : `there is more than one column named ${name}`,
      'Write the columns coin, tx_hash, position, block, timestamp, from, to and amount.',
    )
  }
  const plainly = 'Write the column as a string, an integer or a decimal.'
  if (column.type === undefined || column.repetition_type === 'REPEATED') {
    throw refuse(`the column ${name} holds nested values or lists`, plainly)
  }
  if (column.type === 'FLOAT' || column.type === 'DOUBLE' || column.logical_type?.type === 'FLOAT16') {
    throw refuse(`the column ${name} holds floating point numbers, which are not exact`, plainly)
  }
  const meaning = column.logical_type?.type ?? column.converted_type ?? ''
  if (column.type === 'INT96' || /^(DATE|TIME|INTERVAL)/.test(meaning)) {
    throw refuse(`the column ${name} holds dates or times`, 'Write times as whole Unix seconds.')
  }
  return column
}

/** Returns the top level of the schema, which is a tree listed from its root in depth-first order. */
function topColumns(schema: readonly SchemaElement[]): SchemaElement[] {
  const columns: SchemaElement[] = []
  let below = 0
  for (const element of schema.slice(1)) {
    if (below === 0) columns.push(element)
    else below -= 1
    below += element.num_children ?? 0
  }
  return columns
}

/** Returns the exact conversion from a column's values to text. */
function textOf(column: SchemaElement): (value: unknown) => string {
  const isDecimal = column.logical_type?.type === 'DECIMAL' || column.converted_type === 'DECIMAL'
  const scale = isDecimal ? scaleOf(column) : 0
  const bits = unsignedBits(column)
  return (value) => {
    if (value === undefined || value === null) return ''
    if (value instanceof Uint8Array) {
      return isDecimal ? decimalText(signedOf(value), scale) : Buffer.from(value).toString('utf8')
    }
    if (typeof value !== 'number' && typeof value !== 'bigint') return String(value)
    const whole = bits === undefined ? BigInt(value) : BigInt.asUintN(bits, BigInt(value))
    return decimalText(whole, scale)
  }
}

function scaleOf({ logical_type: logical, scale }: SchemaElement): number {
  return (logical?.type === 'DECIMAL' ? logical.scale : scale) ?? 0
}

function unsignedBits({
  logical_type: logical,
  converted_type: converted,
  type,
}: SchemaElement): number | undefined {
  const isUnsigned = logical?.type === 'INTEGER' ? !logical.isSigned : converted?.startsWith('UINT_') === true
  if (!isUnsigned) return undefined
  return type === 'INT32' ? 32 : 64
}

function signedOf(bytes: Uint8Array): bigint {
  const hex = Buffer.from(bytes).toString('hex')
  return hex === '' ? 0n : BigInt.asIntN(8 * bytes.length, BigInt(`0x${hex}`))
}

function decimalText(value: bigint, scale: number): string {
  if (scale === 0) return String(value)
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}
