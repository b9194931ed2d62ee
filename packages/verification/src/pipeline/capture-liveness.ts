import { randomBytes } from 'node:crypto'
import { checkFrameOrder, drawChallenge } from '@touchstone/biometrics'
import { UserError } from '@touchstone/common'
import type { LivenessTurn } from '@touchstone/contract'
import { judgeArrival, type ReceivedFrame, withFrames } from '../capture/arrival.ts'
import { captureOf } from '../capture/capture.ts'
import { changeArrived, deleteCaptures, insertCapture } from '../capture/capture-store.ts'
import { countChallenge } from '../capture/challenge-count.ts'
import { faceServiceDown, serviceDown } from '../capture/judge-capture.ts'
import { measureFrames } from '../capture/measure-frames.ts'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { applyOutcome } from '../journey/apply-outcome.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import type { Outcome, Step } from '../journey/step.ts'
import { otherStep } from '../other-step.ts'
import type { Session } from '../sessions/session.ts'
import { isColourFree, livenessStep } from '../steps/liveness.ts'
import { captureTurn } from './capture-turn.ts'

/** Draws what the person is asked to do now, when it is their turn. An older drawing of the journey is no longer good. */
export async function startLiveness(context: VerificationContext, session: Session): Promise<LivenessTurn> {
  const { state, step } = await captureTurn(context, session)
  const { journey } = state
  try {
    // Nobody is filmed in vain, and what is opened for the first time is open when the pictures come.
    await Promise.all([context.checkers.faces(), context.checkers.gallery()])
  } catch (error) {
    await applyOutcome(context, state, step, faceServiceDown(context, error))
    throw otherStep()
  }
  const ahead = context.captures.place(journey.id)
  if (ahead > 0) return { ahead }
  const db = journeyTablesOf(context)
  if (!(await countChallenge(context, journey.personId))) {
    context.captures.leave(journey.id)
    // Without it the step shows the pause.
    await deleteCaptures(db, journey.id)
    throw otherStep()
  }
  const id = randomBytes(16).toString('hex')
  const colours = step.name !== livenessStep.name || !isColourFree(state)
  const challenge = drawChallenge({ random: { bytes: randomBytes }, clock: context.clock, id, colours })
  const now = context.clock.now()
  await insertCapture(db, { id, journeyId: journey.id, challenge, at: new Date(now) })
  const { steps, flashes, expiresAt } = challenge
  return { challenge: { id, steps, flashes, expiresInMs: expiresAt - now } }
}

/**
 * Takes pictures while the capture goes on, and answers when they have arrived: they are measured in the background, so
 * that the next ones need not wait for it. `measured` resolves when their bytes are not needed any more.
 */
export async function giveFrames(
  context: VerificationContext,
  session: Session,
  input: { challengeId: string; frames: readonly ReceivedFrame[] },
): Promise<{ measured: Promise<void> }> {
  const { state, step } = await captureTurn(context, session)
  const { id, fault } = await captureOf(context, state.journey.id, input.challengeId)
  context.captures.stays(state.journey.id)
  // Nobody is filmed to the end in vain.
  if (fault === 'service') {
    await endCapture(context, state, step, serviceDown)
    return { measured: Promise.resolve() }
  }
  const taken = await changeArrived(journeyTablesOf(context), id, (capture) => {
    const { arrived } = capture
    // The same pictures sent again, after a broken connection, are there already.
    const frames = input.frames.filter(({ atMs }) => atMs > arrived.lastAtMs)
    if (frames.length === 0) return undefined
    checkFrameOrder(frames, { count: arrived.frames, atMs: arrived.lastAtMs })
    const { verdict, begunAt } = judgeArrival(capture, frames)
    if (verdict === 'early') throw tooEarly()
    if (verdict === 'late') return {}
    const order = {
      ...{ captureId: id, frames, startIndex: arrived.frames, afterMs: arrived.lastAtMs },
      keepsPictures: capture.challenge.flashes.length === 0,
    }
    return { arrived: withFrames(arrived, frames, begunAt), order }
  })
  if (taken?.order) {
    const { order } = taken
    return { measured: context.captures.measure(id, () => measureFrames(context, order)) }
  }
  if (taken) await endCapture(context, state, step, tooSlow)
  return { measured: Promise.resolve() }
}

/**
 * What comes late may have been made late, so it ends here. It costs no try: the line is not the person's doing. The
 * challenge that was shown stays counted, or a line that is slow on purpose would draw new ones for ever.
 */
const tooSlow: Outcome = { kind: 'again', screen: 'slow-line', reason: 'face.slow-line', counted: false }

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
    message: 'Pictures of the capture came before they can have been taken.',
    remedy: 'Capture it again.',
  })
}
