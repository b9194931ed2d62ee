/**
 * Returns the name of a fact in words. Facts are named by their path in the finding, such as "reasons 1 code". Parts
 * without a translation stay unchanged.
 */
export function factName(words: Readonly<Record<string, string>>, name: string): string {
  const text = name
    .split(' ')
    .map((part) => (Object.hasOwn(words, part) ? words[part] : part))
    .join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
