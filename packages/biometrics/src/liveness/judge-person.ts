import { toUnit } from '../engine/to-unit.ts'
import { distance } from '../match/distance.ts'
import type { EmbeddingLimits } from '../match/embedding-limits.ts'
import { embeddingOf, type TimedMeasure } from '../reading/frame-measure.ts'
import { check, type LivenessCheck } from './liveness-check.ts'
import { livenessLimits } from './liveness-limits.ts'
import { median } from './statistics.ts'

/** Whether one and the same person is in view throughout, and nobody else. */
export function judgePerson(
  frames: readonly TimedMeasure[],
  { model, outlier }: Pick<EmbeddingLimits, 'model' | 'outlier'>,
): LivenessCheck[] {
  const { maxWithMany } = livenessLimits.frames
  const many = frames.length === 0 ? 0 : frames.filter(({ faces }) => faces > 1).length / frames.length
  const embeddings = frames.flatMap(({ face }) => embeddingOf(face, model) ?? [])
  const apart = farthest(embeddings)
  return [
    check('one-face', many <= maxWithMany, many, maxWithMany, 'Share of pictures with more than one face.'),
    check(
      'same-person',
      embeddings.length < 2 ? 'not-checked' : apart <= outlier,
      apart,
      outlier,
      'Distance of the least alike picture to the middle of all.',
    ),
  ]
}

function farthest(embeddings: readonly Float32Array[]): number {
  const middle = toUnit(
    Array.from(embeddings[0] ?? [], (_, index) =>
      median(embeddings.map((embedding) => embedding[index] ?? 0)),
    ),
  )
  return Math.max(0, ...embeddings.map((embedding) => distance(embedding, middle)))
}
