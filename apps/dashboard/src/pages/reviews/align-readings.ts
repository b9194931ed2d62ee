type Pair = { read: string; entered: string }

/**
 * Aligns two readings of a line so that they differ in as few places as possible. In each pair, an empty
 * string represents a character that only the other reading contains.
 */
export function alignReadings(read: string, entered: string): Pair[] {
  const width = entered.length + 1
  const costs: number[] = []
  const cost = (row: number, column: number) => costs[row * width + column] ?? 0
  for (let row = 0; row <= read.length; row++)
    for (let column = 0; column <= entered.length; column++)
      costs.push(
        row === 0 || column === 0
          ? row + column
          : Math.min(
              cost(row - 1, column - 1) + (read[row - 1] === entered[column - 1] ? 0 : 1),
              cost(row - 1, column) + 1,
              cost(row, column - 1) + 1,
            ),
      )
  const pairs: Pair[] = []
  for (let [row, column] = [read.length, entered.length]; row > 0 || column > 0; ) {
    const here = cost(row, column)
    const isSame = read[row - 1] === entered[column - 1]
    if (row > 0 && column > 0 && here === cost(row - 1, column - 1) + (isSame ? 0 : 1))
      pairs.push({ read: read[--row] ?? '', entered: entered[--column] ?? '' })
    else if (row > 0 && here === cost(row - 1, column) + 1)
      pairs.push({ read: read[--row] ?? '', entered: '' })
    else pairs.push({ read: '', entered: entered[--column] ?? '' })
  }
  return pairs.reverse()
}
