import type { Advice, ChallengeState } from '@touchstone/biometrics/guidance'
import type { LivenessChallenge } from '@touchstone/contract'

export type GuidePicture = { width: number; height: number; data: Uint8ClampedArray }

/** To the worker. */
export type GuideOrder =
  | { kind: 'open'; modelUrl: string }
  | { kind: 'begin'; challenge: LivenessChallenge }
  /** `atMs` once a challenge runs. */
  | { kind: 'look'; picture: GuidePicture; atMs?: number }

/** What the guide makes of one frame. */
export type GuideSeen = { advice: Advice; seen?: ChallengeState['seen'] }

/** From the worker. */
export type GuideAnswer =
  | { kind: 'progress'; share: number }
  | { kind: 'open' }
  | ({ kind: 'seen' } & GuideSeen)
  | { kind: 'failed' }
