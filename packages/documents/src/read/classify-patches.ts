import { createGlyphActivations, type GlyphWeights, glyphClasses, runGlyphNet } from './glyph-net.ts'

const made = createGlyphActivations()

/**
 * Adds the output of every network for each patch to `into`, which has one row of probabilities per patch.
 */
export function classifyPatches(
  nets: readonly GlyphWeights[],
  patches: readonly Float32Array[],
  into: readonly Float32Array[],
): void {
  for (const [index, patch] of patches.entries()) {
    const row = into[index]
    if (row === undefined) continue
    for (const net of nets) {
      runGlyphNet(net, patch, made)
      addSoftly(made.scores, row)
    }
  }
}

function addSoftly(scores: Float32Array, row: Float32Array): void {
  let most = Number.NEGATIVE_INFINITY
  for (const score of scores) if (score > most) most = score
  let sum = 0
  for (const score of scores) sum += Math.exp(score - most)
  for (const [index, score] of scores.entries()) row[index] = (row[index] ?? 0) + Math.exp(score - most) / sum
}

/** Returns `count` empty rows. */
export function emptyRows(count: number): Float32Array[] {
  return Array.from({ length: count }, () => new Float32Array(glyphClasses.length))
}
