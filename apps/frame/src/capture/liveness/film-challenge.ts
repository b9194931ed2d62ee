import type { LivenessChallenge } from '@touchstone/contract'
import { createGrabber } from '../camera/create-grabber.ts'
import { pause } from '../pause.ts'
import type { ChallengeMoment } from './challenge-moment.ts'
import { type CapturedFrame, createFrameSender } from './create-frame-sender.ts'
import type { FaceGuide } from './open-face-guide.ts'
import { framesPerSecond, type RunOutcome, rateWithin, runChallenge } from './run-challenge.ts'

/** The longer and the shorter side of a frame in pixels, as required by the server. */
export const frameSize = { long: 640, short: 480 }
/** Below this quality, the JPEG blocks of a smooth camera image begin to resemble a screen's pixel grid. */
const jpegQuality = 0.9
const retryMs = 600
/**
 * Interval at which frames are passed to the guide. The guide is skipped while the recording is behind
 * schedule, because recording takes priority on slow devices.
 */
const guideEveryMs = 250
const guideUnlessLateMs = 60

/**
 * Records one challenge. `sent` resolves when all frames have been sent or the recording has ended early. It
 * rejects if some frames cannot be sent.
 */
export function filmChallenge(options: {
  challenge: LivenessChallenge
  video: HTMLVideoElement
  guide: FaceGuide | undefined
  isPatient: boolean
  /** Returns how many frames per second the server requests from now on. */
  send: (frames: CapturedFrame[]) => Promise<number>
  onMoment: (moment: ChallengeMoment, share: number, seen: boolean[]) => void
  /**
   * Once the recording has ended, this is called with the number of unsent frames whenever the server has
   * received a batch.
   */
  onLeft: (left: number) => void
}): { sent: Promise<RunOutcome>; stop: () => void } {
  const { challenge, video, guide, isPatient, send, onMoment, onLeft } = options
  const grabber = createGrabber(frameSize)
  let seen: boolean[] = []
  let problem: { error: unknown } | undefined
  let lookedMs = Number.NEGATIVE_INFINITY
  let encoding: Promise<void> = Promise.resolve()
  let rate = rateWithin(challenge.framesPerSecond)
  let taken = 0
  let isFilmed = false
  const reportLeft = () => isFilmed && onLeft(taken - arrived)
  let arrived = 0
  const sender = createFrameSender({
    batchSize: framesPerSecond / 2,
    async send(frames) {
      rate = rateWithin(await send(frames))
      arrived += frames.length
    },
    onLeft: reportLeft,
    pause: () => pause(retryMs),
    onFailed(error) {
      problem ??= { error }
      run.stop()
    },
  })
  const run = runChallenge({
    challenge,
    now: () => performance.now(),
    rate: () => rate,
    isPatient,
    onMoment: (moment, share) => onMoment(moment, share, seen),
    onFrame(atMs, lateMs) {
      const context = grabber.grab(video)
      if (!context) return false
      taken += 1
      const jpeg = grabber.toJpeg(jpegQuality)
      // Frames are encoded one after another, so that they are sent in chronological order.
      encoding = encoding.then(async () => sender.add({ atMs: Math.round(atMs), blob: await jpeg }))
      if (lateMs < guideUnlessLateMs && atMs - lookedMs >= guideEveryMs) {
        lookedMs = atMs
        follow(context, atMs)
      }
      return true
    },
  })

  function follow(context: CanvasRenderingContext2D, atMs: number): void {
    const { canvas } = context
    const looked = guide?.look(context.getImageData(0, 0, canvas.width, canvas.height), atMs)
    looked?.then(
      (view) => {
        seen = view.seen ?? seen
      },
      () => undefined,
    )
  }

  async function finish(): Promise<RunOutcome> {
    const outcome = await run.finished
    if (problem) throw problem.error
    if (outcome !== 'whole') return outcome
    isFilmed = true
    reportLeft()
    await encoding
    await sender.flush()
    return outcome
  }
  return { sent: finish(), stop: run.stop }
}
