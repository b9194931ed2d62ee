import type { TextBytes } from '../decode-text.ts'
import { type CsvRow, readCsvRows } from '../read-csv-rows.ts'

/**
 * Reads the rows of `targets.simple.csv`, one per target. The values of a field are separated by semicolons.
 */
export function readOpenSanctionsRows(bytes: TextBytes): AsyncGenerator<CsvRow> {
  return readCsvRows(bytes, { needs: [['id', 'schema', 'name', 'aliases', 'birth_date']] })
}
