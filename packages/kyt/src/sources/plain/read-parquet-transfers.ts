import { createAddressReader } from '../../imports/to-given-transactions.ts'
import type { Reached, SourceEntry } from '../../imports/transfer-source.ts'
import type { ParquetFile } from './read-parquet-file.ts'
import { readPlainRow } from './read-plain-row.ts'

type Place = Omit<Reached, 'step'>

/** The transfers of a Parquet file, from a row on; a row's number stands where a line's would. */
export async function* readParquetTransfers(
  file: string,
  parquet: ParquetFile,
  from: Place,
): AsyncGenerator<{ readonly entries: readonly SourceEntry[]; readonly reached: Place }> {
  const readAddress = createAddressReader()
  let rows = from.offset
  for await (const batch of parquet.read(rows)) {
    const entries = batch.map((fields, index): SourceEntry => {
      const row = readPlainRow(fields, readAddress)
      if (!('problem' in row)) return { given: row }
      return { problem: row.problem, file, line: rows + index + 1, text: fields.join(',') }
    })
    rows += batch.length
    yield { entries, reached: { offset: rows, line: rows + 1 } }
  }
}
