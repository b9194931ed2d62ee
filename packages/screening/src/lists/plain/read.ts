import type { TextBytes } from '../decode-text.ts'
import { type CsvRow, readCsvRows } from '../read-csv-rows.ts'

/** Reads the rows of a custom list. Only the column `name` is required. */
export function readPlainRows(bytes: TextBytes): AsyncGenerator<CsvRow> {
  return readCsvRows(bytes, { needs: [['name']] })
}
