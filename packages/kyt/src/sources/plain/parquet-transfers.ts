import { readFile, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { OperatorError } from '@touchstone/common'
import { ClickHouseUnavailable } from '@touchstone/storage'
import { importFileError } from '../../files/import-file-error.ts'
import type { LineFile } from '../../ledger/import-lines.ts'
import { layOutParquet } from './parquet-transfers-store.ts'
import { plainLineSql } from './plain-transfers-store.ts'
import { type ParquetColumn, readParquetFooter } from './read-parquet-footer.ts'

/** A server gets the file whole, and has to have it in memory. */
const mostBytesToServer = 1024 ** 3

const floats = [4, 5]

/** A Parquet file of transfers: the columns of the plain form in any order, others are passed over. */
export async function openParquetTransfers(path: string, header: readonly string[]): Promise<LineFile> {
  const file = basename(path)
  const { rows, columns } = await readParquetFooter(path)
  for (const name of header) checkColumn(file, name, columns)
  const absolute = resolve(path)
  // The engine takes such a path for a pattern, or for a place inside of an archive.
  const isPattern = /[*?{}]|::/.test(absolute)
  return {
    path,
    headerLines: 0,
    sql: [plainLineSql],
    laidOut: {
      rows,
      async layOut(clickhouse, to) {
        if (clickhouse.engine === 'embedded' && isPattern) {
          throw importFileError({
            file,
            what: 'its path has one of * ? { } or :: in it',
            remedy: 'Rename the file or its folder.',
          })
        }
        const bytes = () => readForServer(path)
        try {
          await layOutParquet(clickhouse, { path: absolute, bytes, columns: header, ...to })
        } catch (cause) {
          if (cause instanceof OperatorError || cause instanceof ClickHouseUnavailable) throw cause
          throw importFileError({
            file,
            what: 'the engine can not read it',
            remedy:
              'Check that the file is whole, and that every column is a string, an integer or a decimal.',
            cause,
          })
        }
      },
    },
  }
}

function checkColumn(file: string, name: string, columns: readonly ParquetColumn[]): void {
  const found = columns.filter((column) => column.name === name)
  const [column] = found
  if (column === undefined || found.length > 1) {
    throw importFileError({
      file,
      what: column === undefined ? `the column ${name} is missing` : `there is more than one column ${name}`,
      remedy: 'Write the columns coin, tx_hash, position, block, timestamp, from, to and amount.',
    })
  }
  if (column.isGroup) {
    throw importFileError({
      file,
      what: `the column ${name} holds records or lists`,
      remedy: 'Write it as a string, an integer or a decimal.',
    })
  }
  if (column.type !== undefined && floats.includes(column.type)) {
    throw importFileError({
      file,
      what: `the column ${name} holds floating point numbers, which are not exact`,
      remedy: 'Write it as a string, an integer or a decimal.',
    })
  }
}

async function readForServer(path: string): Promise<Buffer> {
  const { size } = await stat(path)
  if (size > mostBytesToServer) {
    throw importFileError({
      file: basename(path),
      what: 'it is larger than 1 GB, which is too much to send to a server at once',
      remedy: 'Split it into several files, or write it as CSV, which is read piece by piece.',
    })
  }
  return await readFile(path)
}
