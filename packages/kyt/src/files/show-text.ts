/**
 * Quotes untrusted file content for messages. Shortens the text and replaces control characters, because
 * messages reach terminals and logs.
 */
export function showText(text: string): string {
  const cut = text.length > 120 ? `${text.slice(0, 120)}…` : text
  return `"${cut.replace(/[\p{Cc}\p{Cf}]/gu, '\u{fffd}')}"`
}
