/**
 * Normalises a document number by removing optional characters. Returns `undefined` if it is too short to
 * identify a person.
 */
export function documentKey(number: string): string | undefined {
  const key = number
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return key.length >= 6 && (key.match(/\d/g)?.length ?? 0) >= 4 ? key : undefined
}
