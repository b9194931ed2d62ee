import type { BinaryRow } from './binary-query.ts'

/**
 * The rows that a query has gathered into one, with `array_agg` for every column: out of an embedded store one row with
 * arrays comes in a fraction of the time that many rows take. Only the first `columns` fields are arrays, or
 * `null` where there were no rows.
 */
export function unnestRow(row: BinaryRow, columns: number): BinaryRow[] {
  const rows: (Buffer | null)[][] = []
  for (let column = 0; column < columns; column++) {
    const bytes = row[column]
    if (!bytes) return []
    readElements(bytes, (element, index) => {
      if (column === 0) rows.push(new Array(columns))
      const one = rows[index]
      if (one === undefined) throw new RangeError('the columns of gathered rows differ in length')
      one[column] = element
    })
  }
  return rows
}

/** An array in the binary form: dimensions, whether there are nulls, the type, length and first index, then the elements. */
function readElements(bytes: Buffer, take: (element: Buffer | null, index: number) => void): void {
  if (bytes.readInt32BE(0) !== 1) throw new RangeError('gathered rows are not a list')
  const count = bytes.readInt32BE(12)
  let at = 20
  for (let index = 0; index < count; index++) {
    const size = bytes.readInt32BE(at)
    at += 4
    take(size < 0 ? null : bytes.subarray(at, at + size), index)
    if (size > 0) at += size
  }
}
