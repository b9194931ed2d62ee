import type { Raster } from '@touchstone/images'
import type { Point } from './landmarks.ts'

export type FoundFace = {
  /** In pixels of the picture. */
  box: { x: number; y: number; width: number; height: number }
  /** Of the detector and of the mesh: how sure they are that this is a face, 0 to 1. */
  boxScore: number
  meshScore: number
  points: Point[]
}

/** The neural networks, as functions from pictures to figures. Not to be called twice at a time. */
export type FaceModels = {
  /** All faces, the largest first. */
  find(picture: Raster): Promise<FoundFace[]>
  /** 128 numbers, as the network gives them: not of unit length. */
  embed(alignedFace: Float32Array): Promise<Float32Array>
}

/** The embedding that comes with the service: templates carry this name. */
export const builtInEmbedding = 'face_recognition_model, @vladmandic/face-api 1.7.15, upright, unit length'
