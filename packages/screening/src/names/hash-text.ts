/** FNV-1a over the UTF-16 of a text, within a space of its own. Two texts may share a number: it only nominates. */
export function hashText(space: string, text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < space.length; at += 1) hash = Math.imul(hash ^ space.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ 0x3a, 0x01000193)
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
