import { createHash } from 'node:crypto'
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/spawn.ts'
import { openParquetFile } from './read-parquet-file.ts'

const { path: folder, remove } = temporaryFolder()
afterAll(remove)

type Column = { name: string; data: unknown[]; type?: string; [more: string]: unknown }

const hash = (seed: string) => `0x${createHash('sha256').update(seed).digest('hex')}`
const numbers = (rows: number) => Array.from({ length: rows }, (_, index) => index)

/** The plain format's columns. `schema` gives the type of a column if the physical type is not sufficient. */
function columnsOf(rows: number): Column[] {
  const address = (seed: string) => hash(seed).slice(0, 42)
  return [
    { name: 'coin', data: numbers(rows).map((n) => (n % 2 === 0 ? 'ETH' : 'USDT-ERC20')), type: 'STRING' },
    { name: 'tx_hash', data: numbers(rows).map((n) => hash(String(n))), type: 'STRING' },
    { name: 'position', data: numbers(rows).map((n) => n % 3), type: 'INT32' },
    { name: 'block', data: numbers(rows).map((n) => BigInt(n + 100)), type: 'INT64' },
    { name: 'timestamp', data: numbers(rows).map((n) => 1_700_000_000 + n), type: 'INT32' },
    {
      name: 'from',
      data: numbers(rows).map((n) => (n % 11 === 0 ? null : address(`a${n % 7}`))),
      type: 'STRING',
    },
    { name: 'to', data: numbers(rows).map((n) => address(`b${n % 5}`)), type: 'STRING' },
    { name: 'amount', data: numbers(rows).map((n) => `${n}.25`), type: 'STRING' },
  ]
}

let written = 0
/** Removes the writer's types, so that tests can write files with any content. */
const writeBuffer = parquetWriteBuffer as unknown as (options: object) => ArrayBuffer

function write(columns: readonly Column[], schema?: object[]): string {
  const file = join(folder, `${written++}.parquet`)
  const options = { columnData: columns, rowGroupSize: 7000, ...(schema && { schema }) }
  writeFileSync(file, Buffer.from(writeBuffer(options)))
  return file
}

async function readAll(path: string, from = 0): Promise<string[][]> {
  const rows: string[][] = []
  for await (const some of (await openParquetFile(path)).read(from)) rows.push(...some)
  return rows
}

const textsOf = (columns: readonly Column[], rows: number) =>
  numbers(rows).map((row) => columns.map(({ data }) => String(data[row] ?? '')))

test('reads every row as text across row groups and pages, starting at any row', async () => {
  const columns = columnsOf(45_000)
  const file = write([...columns].reverse().concat({ name: 'more', data: numbers(45_000), type: 'INT32' }))
  const expected = textsOf(columns, 45_000)
  expect((await openParquetFile(file)).rows).toBe(45_000)
  expect(await readAll(file)).toEqual(expected)
  expect(await readAll(file, 30_001)).toEqual(expected.slice(30_001))
})

/** Returns the columns, with a different type for one of them. */
const withColumn = (rows: number, name: string, data: unknown[], element: object) => {
  const columns = columnsOf(rows).map((column) =>
    column.name === name ? { name, data } : { ...column, type: undefined },
  )
  const types: Record<string, object> = {
    position: { type: 'INT32' },
    block: { type: 'INT64' },
    timestamp: { type: 'INT32' },
  }
  const schema = [
    { name: 'root', num_children: columns.length },
    ...columns.map((column) => ({
      name: column.name,
      repetition_type: column.name === 'from' ? 'OPTIONAL' : 'REQUIRED',
      ...(column.name === name
        ? element
        : (types[column.name] ?? { type: 'BYTE_ARRAY', converted_type: 'UTF8' })),
    })),
  ]
  return write(
    columns.map(({ name, data }) => ({ name, data })),
    schema,
  )
}
const amountOf = async (file: string) => (await readAll(file)).map((row) => row[7])

test('reads decimals and unsigned numbers exactly', async () => {
  const small = withColumn(2, 'amount', [1234.56, 0.01], {
    type: 'INT32',
    converted_type: 'DECIMAL',
    scale: 2,
    precision: 9,
  })
  expect(await amountOf(small)).toEqual(['1234.56', '0.01'])
  const bytes = (value: bigint) => {
    const hex = BigInt.asUintN(128, value).toString(16).padStart(32, '0')
    return new Uint8Array(Buffer.from(hex, 'hex'))
  }
  const wide = withColumn(2, 'amount', [bytes(123_456_789_012_345_678_901_234_567n), bytes(-5n)], {
    type: 'FIXED_LEN_BYTE_ARRAY',
    type_length: 16,
    logical_type: { type: 'DECIMAL', scale: 18, precision: 38 },
  })
  expect(await amountOf(wide)).toEqual(['123456789.012345678901234567', '-0.000000000000000005'])
  const unsigned = withColumn(2, 'position', [1, 4_294_967_295], { type: 'INT32', converted_type: 'UINT_32' })
  expect((await readAll(unsigned)).map((row) => row[2])).toEqual(['1', '4294967295'])
})

test('rejects files in a different format and describes the problem', async () => {
  const refuses = async (file: string, what: string) =>
    await expect(openParquetFile(file).then(({ read }) => read(0).next())).rejects.toThrow(what)
  const changed = (name: string, change: Partial<Column>) =>
    write(columnsOf(3).map((column) => (column.name === name ? { ...column, ...change } : column)))
  await refuses(
    changed('amount', { data: [1.5, 2.5, 3.5], type: 'DOUBLE' }),
    'amount holds floating point numbers',
  )
  await refuses(changed('amount', { data: [1.5, 2.5, 3.5], type: 'FLOAT' }), 'floating point')
  await refuses(
    changed('timestamp', { data: [new Date(0), new Date(1), new Date(2)], type: 'TIMESTAMP' }),
    'timestamp holds dates or times',
  )
  await refuses(write(columnsOf(3).filter(({ name }) => name !== 'to')), 'the column to is missing')
  const cut = write(columnsOf(3))
  truncateSync(cut, readFileSync(cut).length - 20)
  await refuses(cut, 'does not end like one')
  const spoilt = write(columnsOf(1000))
  writeFileSync(spoilt, readFileSync(spoilt).fill(255, 100, 3000))
  await refuses(spoilt, 'the rows from 1 onwards cannot be read')
  const hostile = join(folder, 'hostile.parquet')
  writeFileSync(
    hostile,
    Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(64, 255), Buffer.from('\x40\0\0\0PAR1', 'latin1')]),
  )
  await refuses(hostile, 'does not end like one')
})

test('reads no rows from an empty file', async () => {
  const file = write(columnsOf(0))
  expect((await openParquetFile(file)).rows).toBe(0)
  expect(await readAll(file)).toEqual([])
})
