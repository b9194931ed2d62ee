import type { Raster } from '@touchstone/images'
import type { FaceMesh } from './face-mesh.ts'
import type { Point } from './landmarks.ts'

export type FoundFace = {
  /** A rectangle in pixels of the picture. */
  box: { x: number; y: number; width: number; height: number }
  /** The detector's and the mesh's confidence that this is a face, from 0 to 1. */
  boxScore: number
  meshScore: number
  points: Point[]
}

/** The neural networks as functions from pictures to numbers. Calls must not overlap. */
export type FaceModels = {
  /**
   * Finds all faces, largest first. `rough` skips the enlargement and the eyes, because `place` and
   * `measureEyes` measure them more accurately. The points it returns are only accurate enough to place the
   * mesh.
   */
  find(picture: Raster, options?: { rough?: boolean }): Promise<FoundFace[]>
  /** Returns the embedding of an aligned face: 128 numbers, not scaled to unit length. */
  embed(alignedFace: Float32Array): Promise<Float32Array>
} & FaceMesh

/** The embedding that the setting calls `built-in`. Templates carry this name. */
export const builtInEmbedding = 'face_recognition_model, @vladmandic/face-api 1.7.15, upright, unit length'

/** The embedding that the setting calls `faceplugin`. */
export const facepluginEmbedding = 'fr_feature, faceplugin 1.0.3, five points, unit length'
