import type { Challenge } from '../liveness/challenge.ts'
import { judgeLiveness, type LivenessJudgement } from '../liveness/judge-liveness.ts'
import type { TimedMeasure } from '../reading/frame-measure.ts'
import type { Versions } from '../reading/versions.ts'
import { checkFrameOrder } from './check-frame-order.ts'
import { builtInFaceLimits, type FaceLimits } from './face-limits.ts'

/**
 * Decides whether a capture shows a live person, from frames that were measured as they arrived. `version` is
 * the version that `measureFrames` returned. It is needed to distinguish a configured passive model that saw
 * no face from a missing one. `limits` are the limits of the checker that measured the frames.
 */
export function decideLiveness(options: {
  challenge: Challenge
  measures: readonly TimedMeasure[]
  flashes?: 'required' | 'measured' | 'none'
  version: Versions
  limits?: FaceLimits
}): LivenessJudgement & { version: Versions } {
  const { challenge, measures, flashes = 'required', version, limits = builtInFaceLimits } = options
  checkFrameOrder(measures)
  const [embedding] = limits.embeddings
  const passive = version.passive === 'absent' ? undefined : limits.passive
  if (version.passive !== 'absent' && passive?.model !== version.passive)
    throw new Error('the capture was measured with another passive model')
  const judged = judgeLiveness({
    ...{ challenge, frames: measures, flashes },
    ...(embedding && { embedding }),
    ...(passive && { passive }),
  })
  return { ...judged, version }
}
