import type { Advice, ChallengeState } from '@touchstone/biometrics/guidance'
import type { LivenessChallenge } from '@touchstone/contract'

export type GuidePicture = { width: number; height: number; data: Uint8ClampedArray }

/** Messages to the worker. */
export type GuideOrder =
  | { kind: 'open'; modelUrl: string }
  | { kind: 'begin'; challenge: LivenessChallenge }
  /** `atMs` is set while a challenge is running. */
  | { kind: 'look'; picture: GuidePicture; atMs?: number }

/** The guide's result for one frame. */
export type GuideSeen = { advice: Advice; seen?: ChallengeState['seen'] }

/** Messages from the worker. */
export type GuideAnswer =
  | { kind: 'progress'; share: number }
  | { kind: 'open' }
  | ({ kind: 'seen' } & GuideSeen)
  | { kind: 'failed' }
