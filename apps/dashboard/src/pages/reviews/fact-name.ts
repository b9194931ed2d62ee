/**
 * Returns the readable name of a fact. A fact is identified by its path in the finding, such as "reasons 1
 * code". Parts of the path without a translation stay unchanged.
 */
export function factName(words: Readonly<Record<string, string>>, name: string): string {
  const text = name
    .split(' ')
    .map((part) => (Object.hasOwn(words, part) ? words[part] : part))
    .join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
