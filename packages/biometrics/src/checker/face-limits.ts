import type { FaceModelSet } from '../calibration/face-model-set.ts'
import type { PassiveLimits } from '../liveness/passive-limits.ts'
import { builtInLimits, type EmbeddingLimits } from '../match/embedding-limits.ts'

/** What a checker's models are judged by. */
export type FaceLimits = {
  /** Of the embedding in use, then of those whose faceprints are still in the gallery. */
  embeddings: readonly EmbeddingLimits[]
  /** Of the passive model, where one is set. */
  passive?: PassiveLimits
}

/** Without models of the operator's. */
export const builtInFaceLimits: FaceLimits = { embeddings: [builtInLimits] }

export function faceLimitsOf({ embedding, former, liveness }: FaceModelSet): FaceLimits {
  return {
    embeddings: [
      embedding?.limits ?? builtInLimits,
      ...former.map((each) => (each === 'built-in' ? builtInLimits : each.limits)),
    ],
    ...(liveness && { passive: liveness.limits }),
  }
}
