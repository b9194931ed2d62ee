const longestText = 300
const longestPattern = 1000
const blot = '[redacted]'

/**
 * Converts external text to a single line of limited length, without private values, for use in an error. The
 * service never repeats request values, but a proxy or another service at the same URL might.
 */
export function redact(text: string, privateValues: readonly string[]): string {
  // A long pattern would exceed the limits of regular expressions. Long values are whole request bodies,
  // which are repeated exactly as they were sent.
  const whole = privateValues.filter((value) => value.length > longestPattern)
  const short = whole.reduce((rest, value) => rest.replaceAll(value, blot), text)
  const patterns = privateValues
    .filter((value) => value !== '' && value.length <= longestPattern)
    // The longest values are replaced first. Otherwise, a short value that is part of a longer one would be
    // replaced first and leave the remainder visible.
    .sort((a, b) => b.length - a.length)
    .map(toPattern)
  const clean = patterns.length === 0 ? short : short.replace(new RegExp(patterns.join('|'), 'giu'), blot)
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
