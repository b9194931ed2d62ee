import { builtInEmbedding } from '../engine/face-models.ts'
import type { Features } from './measure-features.ts'
import type { Pose } from './measure-pose.ts'
import type { SkinColour } from './measure-skin.ts'

/** What one picture shows of the main face: figures alone, no pixel. All decisions are made on these. */
export type FaceMeasure = {
  pose: Pose
  features: Features
  /** The firm points behind the nose and the points of the nose, x and y in pixels, in the order of `landmarks`. */
  back: readonly (readonly [number, number])[]
  nose: readonly (readonly [number, number])[]
  skin: SkinColour
  /** How much the lower face differs in colour from the upper one, see `measureCover`; the server's measures have it. */
  cover?: number
  /** Who it is, as numbers of unit length; only where it was asked for. */
  embedding?: Float32Array
  /** The model that it is by; absent for the one that comes with the service. */
  embeddedBy?: string
  /** The same by models whose faceprints are still in the gallery. */
  formerEmbeddings?: Record<string, Float32Array>
  /** How much fine detail the face shows, from 0 (blurred) upwards, and its waves; both come with the embedding. */
  sharpness?: number
  detail?: Float32Array
  /** What the passive model says, 0 to 1; only where it was asked. */
  passive?: number
}

export type FrameMeasure = {
  width: number
  height: number
  /** Faces that count, see `countFaces`. */
  faces: number
  /** The largest one. */
  face?: FaceMeasure
  /** How wide the second largest is against it. */
  second?: number
  /** No face stands upright in it, but one lies on its side or on its head; only looked for where it was asked. */
  turned?: boolean
}

export type TimedMeasure = FrameMeasure & { atMs: number }

/** The face by one embedding, if that was asked. */
export function embeddingOf(face: FaceMeasure | undefined, model: string): Float32Array | undefined {
  if (face === undefined) return undefined
  return (face.embeddedBy ?? builtInEmbedding) === model ? face.embedding : face.formerEmbeddings?.[model]
}
