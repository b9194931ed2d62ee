import { builtInEmbedding } from '../engine/face-models.ts'

/** Which program and which models an answer came from: a changed limit is a new version of the checker. */
export type Versions = {
  checker: string
  detector: string
  mesh: string
  embedding: string
  passive: string
  /** Embeddings whose faceprints are still in the gallery. */
  formerEmbeddings?: readonly string[]
}

export const versions: Omit<Versions, 'passive' | 'formerEmbeddings'> = {
  checker: 'faces-3',
  detector: 'blazeface, @vladmandic/human 3.3.6',
  mesh: 'facemesh and iris, @vladmandic/human 3.3.6',
  embedding: builtInEmbedding,
}
