import type { FoundFace } from '../engine/face-models.ts'
import { readingLimits } from './reading-limits.ts'

/**
 * Returns the faces that count. The first is the main face: the largest one of which both models are
 * certain. All others follow that are not tiny in comparison. The mesh does not have to be certain of
 * these, because half a face at the edge of the picture also means a second person.
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
