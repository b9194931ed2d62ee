/** A document's number without what is written or not at will; `undefined` for one too short to tell anybody by. */
export function documentKey(number: string): string | undefined {
  const key = number
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return key.length >= 6 && (key.match(/\d/g)?.length ?? 0) >= 4 ? key : undefined
}
