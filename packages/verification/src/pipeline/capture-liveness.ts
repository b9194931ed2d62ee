import { randomBytes } from 'node:crypto'
import { checkFrameOrder, drawChallenge } from '@touchstone/biometrics'
import { UserError } from '@touchstone/common'
import type { LivenessTurn } from '@touchstone/contract'
import {
  type Excess,
  isLagOfProcess,
  judgeArrival,
  type ReceivedFrame,
  withFrames,
} from '../capture/arrival.ts'
import { captureOf } from '../capture/capture.ts'
import { changeArrived, deleteCaptures, insertCapture } from '../capture/capture-store.ts'
import { countChallenge, takeBackChallenge } from '../capture/challenge-count.ts'
import { faceServiceDown, serviceDown } from '../capture/judge-capture.ts'
import { measureFrames } from '../capture/measure-frames.ts'
import { cameraRateFor } from '../capture/throughput.ts'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { applyOutcome } from '../journey/apply-outcome.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { fullFor } from '../journey/review-room.ts'
import type { Outcome, Step } from '../journey/step.ts'
import { otherStep } from '../other-step.ts'
import type { Session } from '../sessions/session.ts'
import { isColourFree, livenessStep } from '../steps/liveness.ts'
import { captureTurn } from './capture-turn.ts'

/**
 * Draws a challenge if a seat is free, and otherwise returns the queue position. Replaces an earlier
 * challenge of the journey.
 */
export async function startLiveness(context: VerificationContext, session: Session): Promise<LivenessTurn> {
  const { state, step } = await captureTurn(context, session)
  const { journey } = state
  // The page then states that a review of the recording is not possible at the moment.
  if (step.name === livenessStep.name && isColourFree(state) && (await fullFor(context, state)))
    throw otherStep()
  try {
    // Open the models first, so that no recording starts while they are unavailable.
    await Promise.all([context.checkers.faces(state.merchant.mchNo), context.checkers.gallery()])
  } catch (error) {
    await applyOutcome(context, state, step, faceServiceDown(context, error))
    throw otherStep()
  }
  const place = context.captures.place({ journeyId: journey.id, merchant: state.merchant.mchNo })
  if (place.ahead > 0) return place
  const db = journeyTablesOf(context)
  if (!(await countChallenge(context, journey.personId))) {
    context.captures.leave(journey.id)
    // If no capture is in progress, the step shows the pause.
    await deleteCaptures(db, journey.id)
    throw otherStep()
  }
  const id = randomBytes(16).toString('hex')
  const colours = step.name !== livenessStep.name || !isColourFree(state)
  const challenge = drawChallenge({ random: { bytes: randomBytes }, clock: context.clock, id, colours })
  const now = context.clock.now()
  await insertCapture(db, { id, journeyId: journey.id, challenge, at: new Date(now) })
  const { steps, flashes, expiresAt } = challenge
  const framesPerSecond = cameraRateFor(context)
  return { challenge: { id, steps, flashes, expiresInMs: expiresAt - now, framesPerSecond } }
}

/**
 * Accepts a capture's pictures and returns once they have arrived. The pictures are measured in the
 * background, so that the next pictures need not wait. `measured` resolves when the bytes of these pictures
 * are no longer needed.
 */
export async function submitFrames(
  context: VerificationContext,
  session: Session,
  input: { challengeId: string; frames: readonly ReceivedFrame[] },
): Promise<{ measured: Promise<void> }> {
  const { state, step } = await captureTurn(context, session)
  const { id, fault } = await captureOf(context, state.journey.id, input.challengeId)
  context.captures.keepSeat(state.journey.id)
  // Stop early, because the capture can no longer succeed.
  if (fault === 'service') {
    await endCapture(context, state, step, serviceDown)
    return { measured: Promise.resolve() }
  }
  const taken = await changeArrived(journeyTablesOf(context), id, (capture) => {
    const { arrived } = capture
    // Ignore pictures that were sent again after a lost connection.
    const frames = input.frames.filter(({ atMs }) => atMs > arrived.lastAtMs)
    if (frames.length === 0) return undefined
    checkFrameOrder(frames, { count: arrived.frames, atMs: arrived.lastAtMs })
    const arrival = judgeArrival(capture, frames)
    if (arrival.verdict === 'early') throw tooEarly()
    if (arrival.verdict === 'late') return { excesses: arrival.excesses }
    const order = {
      ...{
        captureId: id,
        journeyId: state.journey.id,
        merchant: state.merchant.mchNo,
        frames,
        startIndex: arrived.frames,
        afterMs: arrived.lastAtMs,
      },
      challenge: capture.challenge,
      keepsPictures: capture.challenge.flashes.length === 0,
    }
    return { arrived: withFrames(arrived, frames, arrival.begunAt), order }
  })
  if (taken?.order) {
    const { order } = taken
    return { measured: context.captures.measure(id, () => measureFrames(context, order)) }
  }
  if (taken?.excesses) await endLate(context, state, step, taken.excesses)
  return { measured: Promise.resolve() }
}

/**
 * Ends the capture, because late pictures could have been forged. A slow connection is not the person's
 * fault, so no failed try is counted. The challenge is counted, because a deliberately slow client could
 * otherwise draw any number of challenges.
 */
const tooSlow: Outcome = { kind: 'again', screen: 'slow-line', reason: 'face.slow-line', counted: false }

/** Ends the capture and shows the screen for service problems. The person keeps the seat. */
const serviceBusy: Outcome = {
  kind: 'again',
  screen: 'faceprint-server',
  reason: 'face.service-busy',
  counted: false,
}

/**
 * Minimum lag for which a challenge is not counted against the person. Without this minimum, any short lag
 * would excuse a page that delays its pictures slightly beyond the limit, and the page could draw another
 * challenge.
 */
const takeBackAfterMs = 1000

/**
 * Ends a capture whose pictures arrived late, after determining whether the connection or this process caused
 * the delay.
 */
async function endLate(
  context: VerificationContext,
  state: JourneyState,
  step: Step,
  excesses: readonly Excess[],
): Promise<void> {
  const { captures, clock, lag, logger } = context
  const now = clock.now()
  if (!isLagOfProcess(lag, excesses, now)) return await endCapture(context, state, step, tooSlow)
  const lagMs = lag.during(Math.min(...excesses.map(({ since }) => since)), now)
  logger.warn({ lagMs }, 'a capture ended because the process lagged')
  captures.holdSeat(state.journey.id)
  await applyOutcome(context, state, step, serviceBusy)
  await deleteCaptures(journeyTablesOf(context), state.journey.id)
  if (lagMs >= takeBackAfterMs) await takeBackChallenge(context, state.journey.personId)
}

async function endCapture(
  context: VerificationContext,
  state: JourneyState,
  step: Step,
  outcome: Outcome,
): Promise<void> {
  context.captures.leave(state.journey.id)
  await applyOutcome(context, state, step, outcome)
  await deleteCaptures(journeyTablesOf(context), state.journey.id)
}

function tooEarly(): UserError {
  return new UserError({
    code: 'capture.out-of-order',
    message: 'The pictures arrived before they could have been taken.',
    remedy: 'Start the capture again.',
  })
}
