import type { TextBytes } from '../decode-text.ts'
import { type CsvRow, readCsvRows } from '../read-csv-rows.ts'

/** `targets.simple.csv`: one row per target; semicolons separate the values of a field. */
export function readOpenSanctionsRows(bytes: TextBytes): AsyncGenerator<CsvRow> {
  return readCsvRows(bytes, { needs: [['id', 'schema', 'name', 'aliases', 'birth_date']] })
}
