import type { FoundFace } from '../engine/face-models.ts'
import { readingLimits } from './reading-limits.ts'

/** Faces that count, the largest first: found by both models, and not tiny beside the largest one. */
export function countFaces(found: readonly FoundFace[]): FoundFace[] {
  const sure = found.filter(
    ({ boxScore, meshScore }) =>
      boxScore >= readingLimits.minBoxScore && meshScore >= readingLimits.minMeshScore,
  )
  const largest = sure[0]?.box.width ?? 0
  return sure.filter(({ box }) => box.width >= largest * readingLimits.minShareOfLargest)
}
