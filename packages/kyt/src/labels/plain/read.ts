import { type CsvRow, readCsv } from '../../files/read-csv.ts'

export const plainLabelHeader = [
  'network',
  'address',
  'entity',
  'label',
  'category',
  'incident',
  'source',
  'confidence',
] as const

/** Reads the rows of a plain label list: a CSV file with a fixed header. */
export function readPlainLabels({ file }: { readonly file: string }): AsyncGenerator<CsvRow> {
  return readCsv({ file, header: plainLabelHeader })
}
