import type { ChallengeMoment } from './challenge-moment.ts'
import type { GuideSeen } from './face-guide-messages.ts'

export type LivenessState =
  /** The screen explains the capture. The camera is off. */
  | { stage: 'intro' | 'interrupted' }
  | {
      stage: 'camera'
      /** Loading progress of the guide, from 0 to 1. The guide is ready at 1. */
      loaded: number
      /** Undefined before the guide's first result and if the guide cannot run. */
      advice?: GuideSeen['advice']
      /**
       * Whether the person can start. Also true without the guide's approval if the guide is unavailable or
       * has withheld its approval for too long.
       */
      mayStart: boolean
      hasGuide: boolean
      /** Whether the previous attempt recorded too few frames. */
      isAgain: boolean
    }
  /** The position in the queue, including this person, and the expected wait if the server provides it. */
  | { stage: 'waiting'; ahead: number; waitSeconds: number | undefined }
  | { stage: 'beginning' }
  | { stage: 'running'; moment: ChallengeMoment; steps: number; share: number; seen: boolean[] }
  /**
   * The number of photos that remain to be sent or checked, and the highest value it has reached (0 if
   * unknown).
   */
  | { stage: 'sending' | 'checking'; left: number; most: number }

/** The phase that is exposed to tests and screen readers. */
export type CapturePhase = 'prepare' | 'ready' | ChallengeMoment['phase'] | 'sending'

/** Returns a state update that sets the number of remaining photos and keeps the highest number so far. */
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
