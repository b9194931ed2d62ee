/** A piece of a foreign file for a message: it goes to terminals and logs, so shortened and without what steers them. */
export function showText(text: string): string {
  const cut = text.length > 120 ? `${text.slice(0, 120)}…` : text
  return `"${cut.replace(/[\p{Cc}\p{Cf}]/gu, '\u{fffd}')}"`
}
