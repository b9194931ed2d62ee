/**
 * Calculates the edit distance to another string. If the distance exceeds the limit, the result can be any
 * number above the limit.
 */
export type Distance = (other: string, limit: number) => number

/** The maximum number of letters that are compared. */
export const longest = 31

/**
 * Prepares a string for calculating its edit distances to many other strings. Counts insertions, deletions,
 * substitutions and swaps of adjacent letters (optimal string alignment). Uses Hyyrö's bit-parallel algorithm
 * (2003), in which a machine word holds one column of the usual table. Strings are truncated to 31 letters.
 */
export function createDistance(whole: string): Distance {
  const text = whole.slice(0, longest)
  let places: Map<number, number> | undefined
  const plain = new Uint32Array(128)
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 128) plain[code] = (plain[code] ?? 0) | (1 << at)
    else {
      places ??= new Map()
      places.set(code, (places.get(code) ?? 0) | (1 << at))
    }
  }
  const length = text.length
  const lastBit = 1 << (length - 1)

  return (other, limit) => {
    const columns = Math.min(other.length, longest)
    if (Math.abs(columns - length) > limit) return limit + 1
    if (length === 0 || columns === 0) return Math.max(length, columns)
    let vertical = -1
    let negative = 0
    let diagonal = 0
    let before = 0
    let distance = length
    for (let column = 0; column < columns; column += 1) {
      const code = other.charCodeAt(column)
      const match = code < 128 ? (plain[code] ?? 0) : (places?.get(code) ?? 0)
      const swapped = (((~diagonal & match) << 1) & before) | 0
      diagonal = (((match & vertical) + vertical) ^ vertical) | match | negative | swapped
      const up = negative | ~(diagonal | vertical)
      const down = diagonal & vertical
      if ((up & lastBit) !== 0) distance += 1
      if ((down & lastBit) !== 0) distance -= 1
      const shifted = (up << 1) | 1
      vertical = (down << 1) | ~(diagonal | shifted)
      negative = diagonal & shifted
      before = match
    }
    return distance
  }
}

/**
 * Works like `createDistance`, but prepares the string only on first use, because most strings are never
 * compared.
 */
export function createLazyDistance(text: string): Distance {
  let made: Distance | undefined
  return (other, limit) => {
    made ??= createDistance(text)
    return made(other, limit)
  }
}
