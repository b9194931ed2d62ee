import type { LivenessChallenge } from '@touchstone/contract'
import { createGrabber } from '../camera/create-grabber.ts'
import { pause } from '../pause.ts'
import type { ChallengeMoment } from './challenge-moment.ts'
import { type CapturedFrame, createFrameSender } from './create-frame-sender.ts'
import type { FaceGuide } from './open-face-guide.ts'
import { framesPerSecond, type RunOutcome, runChallenge } from './run-challenge.ts'

/** What the server wants: the longer side and the shorter one. */
export const frameSize = { long: 640, short: 480 }
/** At less, the blocks of JPEG begin to look like the grid of a screen where a camera gives smooth pictures. */
const jpegQuality = 0.9
const retryMs = 600
/** The guide looks this often, and not while frames come late: a slow device has to take them first. */
const guideEveryMs = 250
const guideUnlessLateMs = 60

/** Films one challenge. `sent` resolves when all frames are sent or it ended before; rejects where some can't be sent. */
export function filmChallenge(options: {
  challenge: LivenessChallenge
  video: HTMLVideoElement
  guide: FaceGuide | undefined
  isPatient: boolean
  send: (frames: CapturedFrame[]) => Promise<void>
  onMoment: (moment: ChallengeMoment, share: number, seen: boolean[]) => void
  /** All frames are taken; so many have not arrived yet, told again whenever some have. */
  onLeft: (left: number) => void
}): { sent: Promise<RunOutcome>; stop: () => void } {
  const { challenge, video, guide, isPatient, send, onMoment, onLeft } = options
  const grabber = createGrabber(frameSize)
  let seen: boolean[] = []
  let problem: { error: unknown } | undefined
  let lookedMs = Number.NEGATIVE_INFINITY
  let encoding: Promise<void> = Promise.resolve()
  let taken = 0
  let isFilmed = false
  const tellLeft = () => isFilmed && onLeft(taken - arrived)
  let arrived = 0
  const sender = createFrameSender({
    batchSize: framesPerSecond / 2,
    async send(frames) {
      await send(frames)
      arrived += frames.length
    },
    onLeft: tellLeft,
    pause: () => pause(retryMs),
    onFailed(error) {
      problem ??= { error }
      run.stop()
    },
  })
  const run = runChallenge({
    challenge,
    now: () => performance.now(),
    isPatient,
    onMoment: (moment, share) => onMoment(moment, share, seen),
    onFrame(atMs, lateMs) {
      const context = grabber.grab(video)
      if (!context) return false
      taken += 1
      const jpeg = grabber.toJpeg(jpegQuality)
      // One after the other, so that they are sent in the order of their times.
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
    tellLeft()
    await encoding
    await sender.flush()
    return outcome
  }
  return { sent: finish(), stop: run.stop }
}
