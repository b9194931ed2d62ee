import { randomBytes } from 'node:crypto'
import { drawChallenge, type LiveFrame, serialiseMeasure } from '@touchstone/biometrics'
import { UserError } from '@touchstone/common'
import type { LivenessTurn } from '@touchstone/contract'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { applyOutcome } from '../pipeline/apply-outcome.ts'
import { evidenceOf } from '../pipeline/evidence.ts'
import { otherStep } from '../pipeline/other-step.ts'
import { stateOfTurn } from '../pipeline/take-step.ts'
import type { Session } from '../sessions/session.ts'
import { captureOf, type MeasuredFrames } from './capture.ts'
import { countFrames, insertCapture, insertFrames } from './capture-store.ts'
import { faceServiceDown, livenessStep } from './liveness.ts'

/** A frame may claim to be so much later than the server's clock says; more would be a film that was made before. */
const earlyMs = 1500

/** Draws what the person is asked to do now, when it is their turn. An older drawing of the journey is no longer good. */
export async function startLiveness(context: VerificationContext, session: Session): Promise<LivenessTurn> {
  const state = await stateOfTurn(context, session, livenessStep.name)
  const { journey } = state
  try {
    // Nobody is filmed in vain, and what is opened for the first time is open when the pictures come.
    await Promise.all([context.trades.faces(), context.trades.gallery()])
  } catch (error) {
    await applyOutcome(context, state, livenessStep, faceServiceDown(context, error))
    throw otherStep()
  }
  const ahead = context.captures.place(journey.id)
  if (ahead > 0) return { ahead }
  const id = randomBytes(16).toString('hex')
  const challenge = drawChallenge({ random: { bytes: randomBytes }, clock: context.clock, id })
  const now = context.clock.now()
  await insertCapture(journeyTablesOf(context), { id, journeyId: journey.id, challenge, at: new Date(now) })
  const { steps, flashes, expiresAt } = challenge
  return { challenge: { id, steps, flashes, expiresInMs: expiresAt - now } }
}

/** Reads pictures while the capture goes on. What stays is figures, sealed, until it is judged. */
export async function giveFrames(
  context: VerificationContext,
  session: Session,
  input: { challengeId: string; frames: readonly LiveFrame[] },
): Promise<void> {
  const state = await stateOfTurn(context, session, livenessStep.name)
  const db = journeyTablesOf(context)
  const capture = await captureOf(context, state.journey.id, input.challengeId)
  context.captures.stays(state.journey.id)
  const { frames: startIndex, lastAtMs } = await countFrames(db, capture.id)
  const frames = input.frames.filter(({ atMs }) => atMs > lastAtMs)
  const last = frames.at(-1)
  if (!last) return
  if (last.atMs > context.clock.now() - capture.createdAt.getTime() + earlyMs) throw tooEarly()
  let measured: string
  try {
    const faces = await context.trades.faces()
    const { measures, version } = await faces.measureFrames({
      frames,
      startIndex,
      ...(lastAtMs >= 0 && { afterMs: lastAtMs }),
    })
    measured = JSON.stringify({ version, measures: measures.map(serialiseMeasure) } satisfies MeasuredFrames)
  } catch (error) {
    if (error instanceof UserError) throw error
    await applyOutcome(context, state, livenessStep, faceServiceDown(context, error))
    return
  }
  await insertFrames(db, {
    captureId: capture.id,
    firstIndex: startIndex,
    count: frames.length,
    lastAtMs: last.atMs,
    sealed: context.vault.seal(measured),
    evidenceHash: evidenceOf(context.vault, ...frames.map(({ bytes }) => bytes)),
  })
  context.captures.stays(state.journey.id)
}

function tooEarly(): UserError {
  return new UserError({
    code: 'capture.out-of-order',
    message: 'Pictures of the capture came before they can have been taken.',
    remedy: 'Capture it again.',
  })
}
