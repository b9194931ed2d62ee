import type { Challenge } from '../liveness/challenge.ts'
import { judgeLiveness, type LivenessJudgement } from '../liveness/judge-liveness.ts'
import type { TimedMeasure } from '../reading/frame-measure.ts'
import { checkFrameOrder } from './check-frame-order.ts'
import type { Versions } from './versions.ts'

/**
 * The decision on a whole capture whose frames were measured as they arrived. `version` is what `measureFrames` told: a
 * passive model that was set up but saw no face must not pass for one that is not there.
 */
export function decideLiveness(options: {
  challenge: Challenge
  measures: readonly TimedMeasure[]
  flashes?: 'required' | 'measured' | 'none'
  version: Versions
}): LivenessJudgement & { version: Versions } {
  const { challenge, measures, flashes = 'required', version } = options
  checkFrameOrder(measures)
  const passive = version.passive !== 'absent'
  return { ...judgeLiveness({ challenge, frames: measures, flashes, passive }), version }
}
