import type { TextBytes } from '../decode-text.ts'
import { type CsvRow, readCsvRows } from '../read-csv-rows.ts'

/** A custom list; only `name` is required. */
export function readPlainRows(bytes: TextBytes): AsyncGenerator<CsvRow> {
  return readCsvRows(bytes, { needs: [['name']] })
}
