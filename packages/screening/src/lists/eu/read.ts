import type { TextBytes } from '../decode-text.ts'
import { type CsvRow, readCsvRows } from '../read-csv-rows.ts'

/**
 * Two forms of the European Union's list: the one that the Commission publishes (a row for each name, date or document of
 * an entity), and the one that has a row for each entry of a regulation's annex.
 */
export const euColumns = {
  commission: ['entity_logicalid', 'namealias_wholename'],
  annex: ['celex', 'recordid', 'schema', 'name'],
} as const

export function readEuRows(bytes: TextBytes): AsyncGenerator<CsvRow> {
  return readCsvRows(bytes, { needs: [euColumns.commission, euColumns.annex] })
}
