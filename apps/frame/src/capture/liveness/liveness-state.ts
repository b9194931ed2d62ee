import type { ChallengeMoment } from './challenge-moment.ts'
import type { GuideSeen } from './face-guide-messages.ts'

/** Where the capture stands. */
export type LivenessState =
  /** Tells what will happen; nothing is on. */
  | { stage: 'intro' | 'interrupted' }
  | {
      stage: 'camera'
      /** Of the guide's loading; 1 when it can look. */
      loaded: number
      /** Absent before the first look, and where the guide can't run. */
      advice?: GuideSeen['advice']
      /** The person may start without the guide's consent: it is missing, or has not been content for long. */
      mayStart: boolean
      hasGuide: boolean
      /** The one before had too few frames. */
      isAgain: boolean
    }
  /** So many have to be checked first, this one counted. */
  | { stage: 'waiting'; ahead: number }
  /** The challenge is on its way. */
  | { stage: 'beginning' }
  | { stage: 'running'; moment: ChallengeMoment; steps: number; share: number; seen: boolean[] }
  /** So many of so many pictures have not arrived, or have not been looked at; 0 where that is not known. */
  | { stage: 'sending' | 'checking'; left: number; most: number }

/** As tests and people with screen readers know it. */
export type CapturePhase = 'prepare' | 'ready' | ChallengeMoment['phase'] | 'sending'

/** What remains, besides what was the most. */
export function remaining(
  stage: 'sending' | 'checking',
  left: number,
): (now: LivenessState) => Extract<LivenessState, { stage: 'sending' | 'checking' }> {
  return (now) => ({ stage, left, most: Math.max(left, now.stage === stage ? now.most : 0) })
}

export function phaseOf(state: LivenessState): CapturePhase {
  switch (state.stage) {
    case 'running':
      return state.moment.phase
    case 'beginning':
      return 'ready'
    case 'sending':
    case 'checking':
      return 'sending'
    default:
      return 'prepare'
  }
}
