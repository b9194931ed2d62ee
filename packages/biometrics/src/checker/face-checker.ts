import type { Challenge } from '../liveness/challenge.ts'
import type { LivenessJudgement } from '../liveness/judge-liveness.ts'
import type { FusedTemplate } from '../match/fuse-template.ts'
import type { MatchJudgement } from '../match/match-measures.ts'
import type { FrameMeasure, TimedMeasure } from '../reading/frame-measure.ts'
import type { Versions } from '../reading/versions.ts'
import type { FaceLimits } from './face-limits.ts'

/** A picture of a capture: a JPEG, PNG or WebP, and when it was taken, counted from the first one. */
export type LiveFrame = { atMs: number; bytes: Uint8Array }

/**
 * Decides about faces, from pictures alone and from scratch: whatever the browser thought is not asked. Pictures stay in
 * memory while they are read and nowhere after. Refuses with a `UserError`.
 */
export type FaceChecker = {
  /** What its models are judged by, and which they are. */
  readonly limits: FaceLimits
  readonly version: Versions
  match(input: {
    documentPicture: Uint8Array
    livePictures: readonly Uint8Array[]
  }): Promise<MatchJudgement & { version: Versions }>
  template(input: { pictures: readonly Uint8Array[] }): Promise<FusedTemplate & { version: Versions }>
  /**
   * `flashes` tells what the light of the page's colours counts for: "required" (what is taken where nothing is said)
   * is "unclear" without a reflection, "measured" refuses only a foreign one, "none" does not look.
   */
  liveness(input: {
    challenge: Challenge
    frames: readonly LiveFrame[]
    flashes?: 'required' | 'measured' | 'none'
  }): Promise<LivenessJudgement & { version: Versions }>
  /**
   * The figures of some frames of a capture, as they arrive: `startIndex` frames came before, the last of them at
   * `afterMs`. `decideLiveness` decides on all of them; pictures need not be kept for it.
   */
  measureFrames(input: {
    frames: readonly LiveFrame[]
    startIndex: number
    afterMs?: number
  }): Promise<{ measures: TimedMeasure[]; version: Versions }>
  /** The figures of one picture, from which the others decide; for measuring, and to see why an answer is as it is. */
  look(input: { picture: Uint8Array }): Promise<FrameMeasure & { version: Versions }>
  /** Opens the models before the first picture comes, and says which engines run those of the operator's. */
  prepare(): Promise<{ engines: string[] }>
  /** How much waits and how much runs, for metrics. */
  load(): { waiting: number; running: number }
  close(): Promise<void>
}
