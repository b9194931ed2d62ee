/**
 * Maximum length of label texts. The store and the responses rely on this limit. Names on real lists are
 * shorter.
 */
export const maxTextLength = 256

/**
 * Checks text that is displayed to users. Returns the problem as a predicate, such as "is not valid UTF-8",
 * or `undefined`.
 */
export function checkText(text: string): string | undefined {
  if (text.length > maxTextLength) return `is longer than ${maxTextLength} characters`
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) return 'has control characters'
  // Invisible direction marks reorder the displayed text, so that one label could look like another.
  if (/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(text))
    return 'has characters that change the text direction'
  if (text.includes('\u{fffd}')) return 'is not valid UTF-8'
  return undefined
}
