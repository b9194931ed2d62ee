import { createSeededRandom } from '@touchstone/common'

export const dimensions = 128

/** Made-up templates of length one: the search does not care what they mean. */
export function createFaces(seed: string): () => Float32Array {
  let state = createSeededRandom(seed).bytes(4).readUInt32LE()
  // Quick and even is enough here: xorshift, seeded.
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 0x1_0000_0000 - 0.5
  }
  return () => {
    const face = Float32Array.from({ length: dimensions }, next)
    const length = Math.hypot(...face)
    return face.map((value) => value / length)
  }
}
