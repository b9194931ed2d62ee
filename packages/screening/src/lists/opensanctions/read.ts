import type { TextBytes } from '../decode-text.ts'
import { type CsvRow, readCsvRows } from '../read-csv-rows.ts'

/** `targets.simple.csv`: a row for each target, several values of a field parted by semicolons. */
export function readOpenSanctionsRows(bytes: TextBytes): AsyncGenerator<CsvRow> {
  return readCsvRows(bytes, { needs: [['id', 'schema', 'name', 'aliases', 'birth_date']] })
}
