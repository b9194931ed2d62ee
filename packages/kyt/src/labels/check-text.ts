/** No name of an honest list is longer; the store and every answer may rely on it. */
export const maxTextLength = 256

/** What is wrong with a text that a list wants to show to people, as the end of a sentence; `undefined`: nothing. */
export function checkText(text: string): string | undefined {
  if (text.length > maxTextLength) return `is longer than ${maxTextLength} characters`
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) return 'has control characters'
  // Invisible marks turn the text around it: a label could show itself as another one.
  if (/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(text))
    return 'has marks that change the direction of text'
  if (text.includes('\u{fffd}')) return 'is not valid UTF-8'
  return undefined
}
