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
  | { stage: 'sending' }

/** As tests and people with screen readers know it. */
export type CapturePhase = 'prepare' | 'ready' | ChallengeMoment['phase'] | 'sending'

export function phaseOf(state: LivenessState): CapturePhase {
  switch (state.stage) {
    case 'running':
      return state.moment.phase
    case 'beginning':
      return 'ready'
    case 'sending':
      return 'sending'
    default:
      return 'prepare'
  }
}
