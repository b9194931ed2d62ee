import type { FoundFace } from '../engine/face-models.ts'
import { readingLimits } from './reading-limits.ts'

/**
 * Returns the detections that count as faces. The first is the main face: the largest face that both models
 * detect with certainty. It is followed by the other faces that are not tiny compared with the main face. For
 * these, a lower mesh score is sufficient, because even half a face at the edge of the picture means a second
 * person.
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
