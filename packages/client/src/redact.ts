const longestText = 300
const blot = '[redacted]'

/**
 * Converts external text to a single line of limited length, without private values, for use in an error. The
 * service never repeats request values, but a proxy or another service at the same URL might.
 */
export function redact(text: string, privateValues: readonly string[]): string {
  const patterns = privateValues
    .filter((value) => value !== '')
    // The longest values are replaced first. Otherwise, a short value that is part of a longer one would be
    // replaced first and leave the remainder visible.
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
  // Replaces a short value, such as a user number, only as a whole word, so that messages stay readable.
  return value.length < 4 ? `(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])` : literal
}
