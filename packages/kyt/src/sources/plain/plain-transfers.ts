import { basename } from 'node:path'
import { importFileError } from '../../files/import-file-error.ts'
import { showText } from '../../files/show-text.ts'
import { readFirstLine } from '../../ledger/frame-lines.ts'
import type { LineFile } from '../../ledger/import-lines.ts'
import { openParquetTransfers } from './parquet-transfers.ts'
import { plainLineSql } from './plain-transfers-store.ts'
import { isParquet } from './read-parquet-footer.ts'

/** The form that anybody can write. */
export const plainHeader = 'coin,tx_hash,position,block,timestamp,from,to,amount'

/** A CSV or Parquet file of transfers, its columns checked. */
export async function openPlainTransfers(path: string): Promise<LineFile> {
  if (await isParquet(path)) return await openParquetTransfers(path, plainHeader.split(','))
  const header = await readFirstLine(path)
  if (header.replaceAll('"', '') !== plainHeader) {
    throw importFileError({
      file: basename(path),
      line: 1,
      what: `expected the header "${plainHeader}", found ${header === '' ? 'nothing' : showText(header)}`,
      remedy: 'Write exactly this header as the first line.',
    })
  }
  return { path, headerLines: 1, sql: [plainLineSql] }
}
