import { builtInEmbedding } from '../engine/face-models.ts'

/**
 * The versions of the checker and the models that produced a result. Changing a limit requires a new
 * checker version.
 */
export type Versions = {
  checker: string
  detector: string
  mesh: string
  embedding: string
  passive: string
  /** The previous embeddings whose faceprints are still in the gallery. */
  formerEmbeddings?: readonly string[]
}

export const versions: Omit<Versions, 'passive' | 'formerEmbeddings'> = {
  checker: 'faces-5',
  detector: 'blazeface, @vladmandic/human 3.3.6',
  mesh: 'facemesh and iris, @vladmandic/human 3.3.6',
  embedding: builtInEmbedding,
}
