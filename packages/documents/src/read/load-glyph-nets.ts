import { readFileSync } from 'node:fs'
import { type GlyphWeights, glyphWeightCount, viewGlyphWeights } from './glyph-net.ts'

let loaded: readonly GlyphWeights[] | undefined

/** The trained nets that come with this package; read once. */
export function loadGlyphNets(): readonly GlyphWeights[] {
  loaded ??= viewGlyphNets(readFileSync(new URL('../../assets/glyph-nets.bin', import.meta.url)))
  return loaded
}

/** The nets of a file that the training made. */
export function viewGlyphNets(bytes: Uint8Array): GlyphWeights[] {
  const numbers = new Float32Array(new Uint8Array(bytes).buffer)
  const nets = numbers.length / glyphWeightCount
  if (!Number.isInteger(nets) || nets < 1) throw new Error('the file of the glyph nets does not fit them')
  return Array.from({ length: nets }, (_, index) =>
    viewGlyphWeights(numbers.subarray(index * glyphWeightCount, (index + 1) * glyphWeightCount)),
  )
}
