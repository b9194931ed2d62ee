import { readFileSync } from 'node:fs'
import { type GlyphWeights, glyphWeightCount, viewGlyphWeights } from './glyph-net.ts'

let loaded: readonly GlyphWeights[] | undefined

/** Returns this package's trained networks. The file is read once. */
export function loadGlyphNets(): readonly GlyphWeights[] {
  loaded ??= viewGlyphNets(readFileSync(new URL('../../assets/glyph-nets.bin', import.meta.url)))
  return loaded
}

/** Returns the networks in a file written by the training script. */
export function viewGlyphNets(bytes: Uint8Array): GlyphWeights[] {
  const numbers = new Float32Array(new Uint8Array(bytes).buffer)
  const nets = numbers.length / glyphWeightCount
  if (!Number.isInteger(nets) || nets < 1) throw new Error('the glyph network file has an unexpected size')
  return Array.from({ length: nets }, (_, index) =>
    viewGlyphWeights(numbers.subarray(index * glyphWeightCount, (index + 1) * glyphWeightCount)),
  )
}
