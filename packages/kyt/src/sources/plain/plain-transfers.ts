import { basename } from 'node:path'
import { importFileError } from '../../files/import-file-error.ts'
import { showText } from '../../files/show-text.ts'
import { readFirstLine } from '../../ledger/frame-lines.ts'
import type { LineFile } from '../../ledger/import-lines.ts'
import { plainLineSql } from './plain-transfers-store.ts'

/** The form that anybody can write. */
export const plainHeader = 'coin,tx_hash,position,block,timestamp,from,to,amount'

/** A CSV file of transfers, its header checked. */
export async function openPlainTransfers(path: string): Promise<LineFile> {
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
