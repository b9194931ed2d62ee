import { createSeededRandom } from '@touchstone/common'

export const dimensions = 128

/** Generates random unit vectors as templates. The search time does not depend on their content. */
export function createFaces(seed: string): () => Float32Array {
  let state = createSeededRandom(seed).bytes(4).readUInt32LE()
  // A seeded xorshift generator is fast and uniform enough for random templates.
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
