import type { FoundFace } from '../engine/face-models.ts'
import { readingLimits } from './reading-limits.ts'

/**
 * Returns the faces that count, the main one first: the largest of which both models are certain, then all
 * others that are not tiny in comparison. The mesh need not be certain of those, because half a face at the
 * edge of the picture is also a second person.
 */
export function countFaces(found: readonly FoundFace[]): FoundFace[] {
  const { minBoxScore, minMeshScore, minOtherMeshScore, minShareOfLargest } = readingLimits
  const boxed = found.filter(({ boxScore }) => boxScore >= minBoxScore)
  const main = boxed.find(({ meshScore }) => meshScore >= minMeshScore)
  if (main === undefined) return []
  const others = boxed.filter(
    (face) =>
      face !== main &&
      face.meshScore >= minOtherMeshScore &&
      face.box.width >= main.box.width * minShareOfLargest,
  )
  return [main, ...others]
}
