import { builtInEmbedding } from '../engine/built-in-embedding.ts'
import type { FaceMeasure } from './frame-measure.ts'

/** The face by one embedding, if that was asked. */
export function embeddingOf(face: FaceMeasure | undefined, model: string): Float32Array | undefined {
  if (face === undefined) return undefined
  return (face.embeddedBy ?? builtInEmbedding) === model ? face.embedding : face.formerEmbeddings?.[model]
}
