import { builtInEmbedding } from '../engine/face-models.ts'
import type { Features } from './measure-features.ts'
import type { Pose } from './measure-pose.ts'
import type { SkinColour } from './measure-skin.ts'

/** The measurements of a picture's main face, without any pixels. All decisions are based on them. */
export type FaceMeasure = {
  pose: Pose
  features: Features
  /**
   * The rigid points behind the nose, and the points of the nose: x and y in pixels, in the order of
   * `landmarks`.
   */
  back: readonly (readonly [number, number])[]
  nose: readonly (readonly [number, number])[]
  skin: SkinColour
  /**
   * The colour difference between the lower and the upper face (see `measureCover`). Present only if the
   * server measured the picture.
   */
  cover?: number
  /** The embedding, scaled to unit length; present only if requested. */
  embedding?: Float32Array
  /** The model that made the embedding; absent for the built-in model. */
  embeddedBy?: string
  /** The embeddings made by previous models whose faceprints are still in the gallery. */
  formerEmbeddings?: Record<string, Float32Array>
  /**
   * The amount of fine detail in the face, from 0 (blurred) upwards. Measured together with the embedding.
   */
  sharpness?: number
  /** The waves in the fine detail; present only if requested. */
  detail?: Float32Array
  /** The score of the passive model, from 0 to 1; present only if requested. */
  passive?: number
}

export type FrameMeasure = {
  width: number
  height: number
  /** The number of faces in the picture (see `countFaces`). */
  faces: number
  /** The main face. */
  face?: FaceMeasure
  /** The width of the second-largest face relative to the main face. */
  second?: number
  /** Whether the only face found is sideways or upside down. Present only if requested. */
  turned?: boolean
  /** Hash of a capture frame's decoded pixels, used to detect repeated pictures. */
  digest?: string
}

export type TimedMeasure = FrameMeasure & { atMs: number }

/**
 * Returns the embedding that the given model calculated for the face, or undefined if that model did not
 * measure the face.
 */
export function embeddingOf(face: FaceMeasure | undefined, model: string): Float32Array | undefined {
  if (face === undefined) return undefined
  return (face.embeddedBy ?? builtInEmbedding) === model ? face.embedding : face.formerEmbeddings?.[model]
}
