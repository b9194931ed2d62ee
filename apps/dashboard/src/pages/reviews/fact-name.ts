/**
 * The name of a fact in words. Facts are named by the way to them in what was found, as "reasons 1 code"; what has no word here
 * keeps the name that it has there.
 */
export function factName(words: Readonly<Record<string, string>>, name: string): string {
  const text = name
    .split(' ')
    .map((part) => (Object.hasOwn(words, part) ? words[part] : part))
    .join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
