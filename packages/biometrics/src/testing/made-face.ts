import { createSeededRandom } from '@touchstone/common'
import { landmarks, pointAt } from '../engine/landmarks.ts'
import { toUnit } from '../engine/to-unit.ts'
import type { FaceMeasure } from '../reading/frame-measure.ts'
import { measureFeatures } from '../reading/measure-features.ts'
import { measurePose } from '../reading/measure-pose.ts'
import { madeHead } from './made-head.ts'

/**
 * Returns the measurements of a generated person's picture. The same person always has the same embedding,
 * except for noise.
 */
export function madeFace(options: {
  person: number
  picture?: number
  noise?: number
  yaw?: number
  sharpness?: number
  eyeDistance?: number
}): FaceMeasure {
  const { person, picture = 0, noise = 0, yaw = 0, sharpness = 0.1, eyeDistance = 100 } = options
  const points = madeHead({ yaw, eyeDistance })
  const dot = (index: number) => {
    const [x, y] = pointAt(points, index)
    return [x, y] as const
  }
  const own = direction(`person ${person}`)
  const other = direction(`person ${person} picture ${picture}`)
  return {
    pose: measurePose(points),
    features: measureFeatures(points),
    back: landmarks.back.map(dot),
    nose: landmarks.nose.map(dot),
    skin: { red: 0.4, green: 0.3, blue: 0.2 },
    embedding: toUnit(own.map((value, index) => value + noise * (other[index] ?? 0))),
    sharpness,
  }
}

function direction(seed: string): Float32Array {
  const bytes = createSeededRandom(seed).bytes(128)
  return toUnit(Array.from(bytes, (value) => value - 127.5))
}
