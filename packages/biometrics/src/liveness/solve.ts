/** The solution of a small system of linear equations (Gauss, with pivots); undefined where it has none. */
export function solve(
  matrix: readonly (readonly number[])[],
  right: readonly number[],
): number[] | undefined {
  const size = right.length
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0])
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(at(row, column)) > Math.abs(at(pivot, column))) pivot = row
    }
    if (Math.abs(at(pivot, column)) < 1e-12) return undefined
    const kept = rows[column] ?? []
    rows[column] = rows[pivot] ?? []
    rows[pivot] = kept
    for (let row = 0; row < size; row++) {
      if (row === column) continue
      const factor = at(row, column) / at(column, column)
      rows[row] = (rows[row] ?? []).map((value, index) => value - factor * at(column, index))
    }
  }
  return rows.map((_, index) => at(index, size) / at(index, index))
}
