import type { FaceModelSet } from '../calibration/face-model-set.ts'
import type { PassiveLimits } from '../liveness/passive-limits.ts'
import { builtInLimits, type EmbeddingLimits } from '../match/embedding-limits.ts'

export type FaceLimits = {
  /**
   * The limits of the current embedding, followed by the limits of previous embeddings whose faceprints are
   * still in the gallery.
   */
  embeddings: readonly EmbeddingLimits[]
  /** The limits of the passive model, if one is configured. */
  passive?: PassiveLimits
}

export const builtInFaceLimits: FaceLimits = { embeddings: [builtInLimits] }

export function faceLimitsOf({ embeddings, liveness }: FaceModelSet): FaceLimits {
  return {
    embeddings: embeddings.map((each) => (each === 'built-in' ? builtInLimits : each.limits)),
    ...(liveness && { passive: liveness.limits }),
  }
}
