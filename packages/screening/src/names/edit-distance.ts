const longest = 48
const rows = [new Uint8Array(longest + 1), new Uint8Array(longest + 1), new Uint8Array(longest + 1)] as const

/** Insertions, deletions, substitutions and swaps of neighbours; `limit + 1` as soon as it is more than the limit. */
export function editDistance(a: string, b: string, limit: number): number {
  const tooFar = limit + 1
  const columns = Math.min(b.length, longest)
  const lines = Math.min(a.length, longest)
  if (Math.abs(columns - lines) > limit) return tooFar
  let [before, last, current] = rows as unknown as [Uint8Array, Uint8Array, Uint8Array]
  for (let column = 0; column <= columns; column += 1) last[column] = column
  for (let line = 1; line <= lines; line += 1) {
    current[0] = line
    let least = line
    const letter = a.charCodeAt(line - 1)
    for (let column = 1; column <= columns; column += 1) {
      const other = b.charCodeAt(column - 1)
      const above = last[column] ?? 0
      let cost = (last[column - 1] ?? 0) + (letter === other ? 0 : 1)
      if (above + 1 < cost) cost = above + 1
      const left = (current[column - 1] ?? 0) + 1
      if (left < cost) cost = left
      if (
        line > 1 &&
        column > 1 &&
        letter !== other &&
        letter === b.charCodeAt(column - 2) &&
        other === a.charCodeAt(line - 2)
      ) {
        const swapped = (before[column - 2] ?? 0) + 1
        if (swapped < cost) cost = swapped
      }
      current[column] = cost
      if (cost < least) least = cost
    }
    if (least > limit) return tooFar
    const spare = before
    before = last
    last = current
    current = spare
  }
  return Math.min(last[columns] ?? tooFar, tooFar)
}
