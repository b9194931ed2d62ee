/**
 * Calculates FNV-1a over UTF-16 code units, seeded with a namespace. Collisions are harmless: the hash only
 * selects candidates.
 */
export function hashText(space: string, text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < space.length; at += 1) hash = Math.imul(hash ^ space.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ 0x3a, 0x01000193)
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
