import type { Challenge } from '../liveness/challenge.ts'
import type { LivenessJudgement } from '../liveness/judge-liveness.ts'
import type { FusedTemplate } from '../match/fuse-template.ts'
import type { MatchJudgement } from '../match/match-measures.ts'
import type { FrameMeasure, TimedMeasure } from '../reading/frame-measure.ts'
import type { Versions } from '../reading/versions.ts'
import type { FaceLimits } from './face-limits.ts'

/** A picture of a capture (JPEG, PNG or WebP) and its time relative to the first picture. */
export type LiveFrame = { atMs: number; bytes: Uint8Array }

/**
 * Decides about faces using only pictures; results from the browser are not used. Pictures stay in memory
 * while they are measured and are not stored. Throws a `UserError` for unusable input.
 */
export type FaceChecker = {
  /** The limits of its models, which also identify the models. */
  readonly limits: FaceLimits
  readonly version: Versions
  match(input: {
    documentPicture: Uint8Array
    livePictures: readonly Uint8Array[]
  }): Promise<MatchJudgement & { version: Versions }>
  template(input: { pictures: readonly Uint8Array[] }): Promise<FusedTemplate & { version: Versions }>
  /**
   * `flashes` sets how the reflection of the page's colours counts: with "required" (the default) the verdict
   * is "unclear" without it, "measured" rejects only a reflection of other colours, and "none" ignores it.
   */
  liveness(input: {
    challenge: Challenge
    frames: readonly LiveFrame[]
    flashes?: 'required' | 'measured' | 'none'
  }): Promise<LivenessJudgement & { version: Versions }>
  /**
   * Measures some frames of a capture as they arrive. `startIndex` is the number of earlier frames and
   * `afterMs` the time of the last of them. `decideLiveness` decides on all of them without the pictures.
   */
  measureFrames(input: {
    frames: readonly LiveFrame[]
    startIndex: number
    afterMs?: number
    /** The challenge that the capture answers: it decides what is worth measuring where. */
    challenge?: Challenge
  }): Promise<{ measures: TimedMeasure[]; version: Versions }>
  /** Measures one picture, for evaluation and to explain a decision. */
  measurePicture(input: { picture: Uint8Array }): Promise<FrameMeasure & { version: Versions }>
  /**
   * Opens the models before the first picture arrives and returns the engines that run the operator's models.
   */
  prepare(): Promise<{ engines: string[] }>
  /** Returns the numbers of waiting and running decisions, for metrics. */
  load(): { waiting: number; running: number }
  close(): Promise<void>
}
