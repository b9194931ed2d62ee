import type { TextBytes } from '../decode-text.ts'
import { type CsvRow, readCsvRows } from '../read-csv-rows.ts'

/**
 * The columns required in each of the two formats of the European Union's list: the Commission's file, which
 * has one row per name, date or document of an entity, and a file that has one row per entry in a
 * regulation's annex.
 */
export const euColumns = {
  commission: ['entity_logicalid', 'namealias_wholename'],
  annex: ['celex', 'recordid', 'schema', 'name'],
} as const

export function readEuRows(bytes: TextBytes): AsyncGenerator<CsvRow> {
  return readCsvRows(bytes, { needs: [euColumns.commission, euColumns.annex] })
}
