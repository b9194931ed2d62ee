/** The seed of all generated data. Another seed gives different data with the same distribution. */
const seed = 0x2f6e2b1

/**
 * Returns 32 pseudo-random bits that depend only on the arguments, so that every machine generates the same
 * rows, regardless of order. `purpose` distinguishes between different draws for the same number.
 */
export function draw(purpose: number, of: number, and = 0): number {
  let bits = stir(seed ^ purpose)
  bits = stir(bits ^ of)
  bits = stir(bits ^ and)
  return bits >>> 0
}

/** Returns a pseudo-random number from 0 to 1. */
export const share = (purpose: number, of: number, and = 0): number => draw(purpose, of, and) / 2 ** 32

/** Returns the given number of pseudo-random 32-bit words in hex. */
export function drawHex(purpose: number, of: number, words: number): string {
  let hex = ''
  for (let word = 1; word <= words; word++) hex += draw(purpose, of, word).toString(16).padStart(8, '0')
  return hex
}

/** Mixes the bits so that each input bit changes about half of the output bits. */
function stir(bits: number): number {
  let stirred = Math.imul(bits ^ (bits >>> 16), 0x7feb352d)
  stirred = Math.imul(stirred ^ (stirred >>> 15), 0x846ca68b)
  // Without the added constant, an input of zero would stay zero.
  return (stirred ^ (stirred >>> 16)) + 0x6d2b79f5
}
