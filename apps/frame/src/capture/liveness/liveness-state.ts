import type { ChallengeMoment } from './challenge-moment.ts'
import type { GuideSeen } from './face-guide-messages.ts'

/** The state of a capture. */
export type LivenessState =
  /** The capture is explained, and the camera is off. */
  | { stage: 'intro' | 'interrupted' }
  | {
      stage: 'camera'
      /** Share of the guide that is loaded. It is 1 when the guide is ready. */
      loaded: number
      /** Undefined before the first result, and if the guide cannot run. */
      advice?: GuideSeen['advice']
      /**
       * The person can start without the guide's approval, because the guide is unavailable or has withheld
       * it for too long.
       */
      mayStart: boolean
      hasGuide: boolean
      /** The previous attempt had too few frames. */
      isAgain: boolean
    }
  /** The position in the queue, including this person, and the expected wait if the server provides it. */
  | { stage: 'waiting'; ahead: number; waitSeconds: number | undefined }
  /** The challenge is about to start. */
  | { stage: 'beginning' }
  | { stage: 'running'; moment: ChallengeMoment; steps: number; share: number; seen: boolean[] }
  /** The number of unsent or unchecked photos, and its maximum, which is 0 if unknown. */
  | { stage: 'sending' | 'checking'; left: number; most: number }

/** The phase as exposed to tests and screen readers. */
export type CapturePhase = 'prepare' | 'ready' | ChallengeMoment['phase'] | 'sending'

/** Returns an update that sets the remaining number and keeps its maximum. */
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
