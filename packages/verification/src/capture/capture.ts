import type { SerialMeasure, Versions } from '@touchstone/biometrics'
import { UserError } from '@touchstone/common'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { type Capture, selectCapture } from './capture-store.ts'

/** A picture of a film that a person will look at. */
export type FilmPicture = { atMs: number; base64: string }

/** What is kept of some frames; pictures only of a film without colours, to which the person agreed. */
export type MeasuredFrames = { version: Versions; measures: SerialMeasure[]; pictures?: FilmPicture[] }

/** The capture of a drawing that can still be answered. */
export async function captureOf(
  context: VerificationContext,
  journeyId: number,
  id: string,
): Promise<Capture> {
  const capture = await unjudgedCapture(context, journeyId, id)
  if (capture.challenge.expiresAt > context.clock.now()) return capture
  throw captureOver()
}

/** The same where everything has arrived: what the service needs to look at it is not the person's time. */
export async function unjudgedCapture(
  context: VerificationContext,
  journeyId: number,
  id: string,
): Promise<Capture> {
  const capture = await selectCapture(journeyTablesOf(context), journeyId, id)
  if (capture && !capture.judgedAt) return capture
  throw captureOver()
}

function captureOver(): UserError {
  return new UserError({
    code: 'capture.over',
    message: 'This capture is over, or took too long.',
    remedy: 'Begin it again.',
    retryable: true,
  })
}
