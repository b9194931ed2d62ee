import { readFileSync } from 'node:fs'
import { type GlyphWeights, glyphWeightCount, viewGlyphWeights } from './glyph-net.ts'

let loaded: readonly GlyphWeights[] | undefined

/** The trained nets that come with this package; read once. */
export function loadGlyphNets(): readonly GlyphWeights[] {
  loaded ??= read()
  return loaded
}

function read(): GlyphWeights[] {
  const bytes = readFileSync(new URL('../../assets/glyph-nets.bin', import.meta.url))
  const numbers = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  const nets = numbers.length / glyphWeightCount
  if (!Number.isInteger(nets) || nets < 1) throw new Error('assets/glyph-nets.bin does not fit the nets')
  return Array.from({ length: nets }, (_, index) =>
    viewGlyphWeights(numbers.subarray(index * glyphWeightCount, (index + 1) * glyphWeightCount)),
  )
}
