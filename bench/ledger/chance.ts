/** What everything that is generated follows from: another seed makes another world of the same shape. */
const seed = 0x2f6e2b1

/**
 * 32 bits that depend on the numbers alone, so that the same rows come out on every machine and in any order. `purpose`
 * keeps apart what is drawn of the same number for different ends.
 */
export function draw(purpose: number, of: number, and = 0): number {
  let bits = stir(seed ^ purpose)
  bits = stir(bits ^ of)
  bits = stir(bits ^ and)
  return bits >>> 0
}

/** From 0 to 1. */
export const share = (purpose: number, of: number, and = 0): number => draw(purpose, of, and) / 2 ** 32

/** So many words of 32 bits, in hex. */
export function drawHex(purpose: number, of: number, words: number): string {
  let hex = ''
  for (let word = 1; word <= words; word++) hex += draw(purpose, of, word).toString(16).padStart(8, '0')
  return hex
}

/** Each bit that goes in turns about half of those that come out. */
function stir(bits: number): number {
  let stirred = Math.imul(bits ^ (bits >>> 16), 0x7feb352d)
  stirred = Math.imul(stirred ^ (stirred >>> 15), 0x846ca68b)
  // Zero would stay zero.
  return (stirred ^ (stirred >>> 16)) + 0x6d2b79f5
}
