import { builtInEmbedding } from '../engine/face-models.ts'

/**
 * The versions of the program and the models behind a result. A changed limit is a new version of the
 * checker.
 */
export type Versions = {
  checker: string
  detector: string
  mesh: string
  embedding: string
  passive: string
  /** Embeddings that still have faceprints in the gallery. */
  formerEmbeddings?: readonly string[]
}

export const versions: Omit<Versions, 'passive' | 'formerEmbeddings'> = {
  checker: 'faces-4',
  detector: 'blazeface, @vladmandic/human 3.3.6',
  mesh: 'facemesh and iris, @vladmandic/human 3.3.6',
  embedding: builtInEmbedding,
}
