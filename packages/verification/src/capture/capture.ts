import type { SerialMeasure, Versions } from '@touchstone/biometrics'
import { UserError } from '@touchstone/common'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { type Capture, selectCapture } from './capture-store.ts'

/** One picture of a recording, stored for a reviewer. */
export type FilmPicture = { atMs: number; base64: string }

/**
 * The stored measurements of a batch of frames. Pictures are included only if the recording has no colours
 * and the person has agreed to a review.
 */
export type MeasuredFrames = { version: Versions; measures: SerialMeasure[]; pictures?: FilmPicture[] }

/** Returns the capture. Throws if its challenge has expired. */
export async function captureOf(
  context: VerificationContext,
  journeyId: number,
  id: string,
): Promise<Capture> {
  const capture = await unjudgedCapture(context, journeyId, id)
  if (capture.challenge.expiresAt > context.clock.now()) return capture
  throw captureOver()
}

/**
 * Returns the capture even if its challenge has expired, because the server's processing time does not count
 * towards the time limit.
 */
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
    message: 'This capture has ended or took too long.',
    remedy: 'Start the capture again.',
    retryable: true,
  })
}
