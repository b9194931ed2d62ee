import type { FoundFace } from '../engine/face-models.ts'
import type { Challenge } from '../liveness/challenge.ts'
import type { LivenessJudgement } from '../liveness/judge-liveness.ts'
import type { FusedTemplate } from '../match/fuse-template.ts'
import type { MatchJudgement } from '../match/match-measures.ts'
import type { FrameMeasure, TimedMeasure } from '../reading/frame-measure.ts'
import type { Versions } from '../reading/versions.ts'
import type { DrawnFrames } from './choose-measuring.ts'
import type { FaceLimits } from './face-limits.ts'

/** A frame of a capture (JPEG, PNG or WebP) and its time relative to the first frame. */
export type LiveFrame = { atMs: number; bytes: Uint8Array }

/**
 * The state after a part of a capture, which is required to measure the next part. The client must not learn
 * this state.
 */
export type FollowedCapture = {
  /** The faces in the last measured frame. */
  faces: readonly FoundFace[]
  drawn: DrawnFrames
}

/**
 * Makes decisions about faces based only on pictures and ignores results from the browser. Keeps pictures in
 * memory while they are measured and does not store them. Throws a `UserError` for unusable input.
 */
export type FaceChecker = {
  /** The limits of the checker's models, which also identify the models. */
  readonly limits: FaceLimits
  readonly version: Versions
  match(input: {
    documentPicture: Uint8Array
    livePictures: readonly Uint8Array[]
  }): Promise<MatchJudgement & { version: Versions }>
  template(input: { pictures: readonly Uint8Array[] }): Promise<FusedTemplate & { version: Versions }>
  /**
   * `flashes` sets how the reflection of the page's colours affects the verdict. With "required" (the
   * default), the verdict is "unclear" if the reflection is missing. With "measured", the check fails only if
   * other colours are reflected. With "none", the reflection is not checked.
   */
  liveness(input: {
    challenge: Challenge
    frames: readonly LiveFrame[]
    flashes?: 'required' | 'measured' | 'none'
  }): Promise<LivenessJudgement & { version: Versions }>
  /**
   * Measures part of a capture as it arrives. `startIndex` is the number of earlier frames, and `afterMs` is
   * the time of the last earlier frame. Pass the measurements of all parts to `decideLiveness` for the
   * decision, which does not need the pictures.
   */
  measureFrames(input: {
    frames: readonly LiveFrame[]
    startIndex: number
    afterMs?: number
    /** The challenge of this capture. It determines which measurements each frame needs. */
    challenge?: Challenge
    /**
     * The value that the previous call for the same capture returned as `followed`. If it is omitted, the
     * frames are searched for faces.
     */
    followed?: FollowedCapture
    /** The positions in `frames` of the frames for which storable copies are requested. */
    copyAt?: readonly number[]
  }): Promise<{
    measures: TimedMeasure[]
    version: Versions
    followed: FollowedCapture
    /** JPEG files of at most 2 MB, encoded from the measured pixels, in the order of `copyAt`. */
    copies: Uint8Array[]
  }>
  /** Measures one picture. Used to evaluate the checks and to explain decisions. */
  measurePicture(input: { picture: Uint8Array }): Promise<FrameMeasure & { version: Versions }>
  /**
   * Opens the models before the first picture arrives and returns the engines that run the operator's models.
   */
  prepare(): Promise<{ engines: string[] }>
  /** Returns the numbers of waiting and running decisions, for metrics. */
  load(): { waiting: number; running: number }
  close(): Promise<void>
}
