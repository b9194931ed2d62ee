import type { MrzLayout } from './mrz-layout.ts'
import { layoutOf } from './parse-mrz.ts'

/**
 * Returns the number of characters that have to be replaced, inserted or deleted to turn one reading of a
 * machine-readable zone into another reading of the same kind. Does not count check digits (which follow from
 * the other characters) or fillers at the end of a line.
 */
export function changedCharacters(read: readonly string[], entered: readonly string[]): number {
  const [before, after] = [read, entered].map((lines) => withoutCheckDigits(lines, layoutOf(lines)))
  const count = Math.max(read.length, entered.length)
  let changes = 0
  for (let line = 0; line < count; line++) changes += distance(before?.[line] ?? '', after?.[line] ?? '')
  return changes
}

function withoutCheckDigits(lines: readonly string[], layout: MrzLayout | undefined): string[] {
  const digits = (layout?.fields ?? []).flatMap(({ line, check }) =>
    check === undefined ? [] : [{ line, at: check }],
  )
  const all = [...digits, ...(layout?.composite ? [layout.composite] : [])]
  return lines.map((text, line) => {
    const characters = [...text]
    for (const each of all) if (each.line === line && each.at < characters.length) characters[each.at] = '#'
    return characters.join('').replace(/<+$/, '')
  })
}

/** Returns the Levenshtein distance. */
function distance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[to.length] ?? 0
}
