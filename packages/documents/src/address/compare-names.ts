import { transliterate } from '../mrz/transliterate.ts'
import { editDistance } from '../print/edit-distance.ts'
import type { NameMatch } from './address-proof-reading.ts'

const titles = new Set(['MR', 'MRS', 'MS', 'MISS', 'DR', 'PROF', 'HERR', 'FRAU', 'M', 'MME', 'SIR', 'MX'])

/**
 * Compares two spellings of a person's name. Ignores case, accents, order and titles, and accepts an
 * additional given name on either side. The result is at most `similar` if an initial replaces a name, or if
 * a long name differs by one letter.
 */
export function compareNames(expected: string, found: string): NameMatch {
  const expectedParts = partsOf(expected)
  const seen = partsOf(found)
  if (expectedParts.length === 0 || seen.length === 0) return 'different'
  const [fewer, more] = expectedParts.length <= seen.length ? [expectedParts, seen] : [seen, expectedParts]
  const left = [...more]
  let doubtful = 0
  let whole = 0
  for (const part of fewer) {
    let at = left.indexOf(part)
    if (at >= 0) whole += 1
    else {
      at = left.findIndex((other) => isNear(part, other))
      if (at < 0) return 'different'
      doubtful += 1
    }
    left.splice(at, 1)
  }
  if (whole === 0 || fewer.length === 1) return 'different'
  return doubtful > 0 ? 'similar' : 'same'
}

function isNear(a: string, b: string): boolean {
  if (a.length === 1 || b.length === 1) return a[0] === b[0]
  return a.length >= 5 && b.length >= 5 && editDistance(a, b, 1) <= 1
}

/** Treats Ü, UE and U as equal, because bills are typed by hand. */
function partsOf(name: string): string[] {
  return transliterate(name)
    .split('<')
    .map((part) => part.replace(/AE|AA/g, 'A').replace(/OE/g, 'O').replace(/UE/g, 'U').replace(/SS/g, 'S'))
    .filter((part) => part !== '' && !titles.has(part))
}
