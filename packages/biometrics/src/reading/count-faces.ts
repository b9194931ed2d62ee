import type { FoundFace } from '../engine/face-models.ts'
import { readingLimits } from './reading-limits.ts'

/**
 * Faces that count, the main one first: the largest that both models are sure of, then all others that are not tiny
 * beside it. Of those the mesh need not be sure: half a face at the edge of the picture is a second person, too.
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
