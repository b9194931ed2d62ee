import type { BinaryRow } from './binary-query.ts'

/**
 * Restores the rows that a query aggregated into one row with `array_agg`. An embedded store returns one row
 * of arrays in a fraction of the time that it needs for many rows. The first `columns` fields are arrays, or
 * `null` if there were no rows.
 */
export function unnestRow(row: BinaryRow, columns: number): BinaryRow[] {
  const rows: (Buffer | null)[][] = []
  for (let column = 0; column < columns; column++) {
    const bytes = row[column]
    if (!bytes) return []
    readElements(bytes, (element, index) => {
      if (column === 0) rows.push(new Array(columns))
      const one = rows[index]
      if (one === undefined) throw new RangeError('the columns of the aggregated rows differ in length')
      one[column] = element
    })
  }
  return rows
}

/**
 * Parses an array in binary format: dimensions, null flag, element type, length, first index, then the
 * elements.
 */
function readElements(bytes: Buffer, take: (element: Buffer | null, index: number) => void): void {
  if (bytes.readInt32BE(0) !== 1) throw new RangeError('the aggregated rows are not a one-dimensional array')
  const count = bytes.readInt32BE(12)
  let at = 20
  for (let index = 0; index < count; index++) {
    const size = bytes.readInt32BE(at)
    at += 4
    take(size < 0 ? null : bytes.subarray(at, at + size), index)
    if (size > 0) at += size
  }
}
