const longestText = 300
const blot = '[redacted]'

/**
 * A text from outside, made fit for an error: one line, of bounded length, without the private values. The service
 * itself never repeats what it was sent; a proxy in between, or another service under the same URL, might.
 */
export function redact(text: string, privateValues: readonly string[]): string {
  const patterns = privateValues
    .filter((value) => value !== '')
    // Longest first, so that a value inside another one doesn't leave the rest of that one standing.
    .sort((a, b) => b.length - a.length)
    .map(toPattern)
  const clean = patterns.length === 0 ? text : text.replace(new RegExp(patterns.join('|'), 'giu'), blot)
  return clean
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, longestText)
}

function toPattern(value: string): string {
  const literal = value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  // A short one (a user number, say) is blotted out only where it stands alone, or texts would lose their letters.
  return value.length < 4 ? `(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])` : literal
}
