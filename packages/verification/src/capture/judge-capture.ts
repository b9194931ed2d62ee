import {
  type decideLiveness,
  type FaceLimits,
  reviveMeasure,
  type TimedMeasure,
  type Versions,
  versions,
} from '@touchstone/biometrics'
import { UserError } from '@touchstone/common'
import type { FrameStep } from '@touchstone/contract'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { evidenceOf } from '../journey/evidence.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import type { Outcome } from '../journey/step.ts'
import { framesColumn } from '../sealed-columns.ts'
import { type FilmPicture, type MeasuredFrames, unjudgedCapture } from './capture.ts'
import {
  type CaptureFault,
  claimCapture,
  deleteCaptures,
  hasOpenCapture,
  selectCapture,
  selectFrames,
} from './capture-store.ts'
import { challengePause } from './challenge-count.ts'

/** The measurements of a complete capture. */
export type Captured = {
  measures: TimedMeasure[]
  /** The pictures of a recording without colours, in order of capture. */
  pictures: FilmPicture[]
  version: Versions
  evidenceHash: Uint8Array
  challenge: Parameters<typeof decideLiveness>[0]['challenge']
}

/** A capture that began longer ago than this is treated as abandoned. */
const answeredWithinMs = 120_000

/** Claims a capture, which is possible only once, and passes its measurements to `judge`. */
export async function runCapture(
  context: VerificationContext,
  state: JourneyState,
  challengeId: string,
  judge: (captured: Captured) => Promise<Outcome>,
): Promise<Outcome> {
  const db = journeyTablesOf(context)
  const { id } = await unjudgedCapture(context, state.journey.id, challengeId)
  context.captures.leave(state.journey.id)
  if (!(await claimCapture(db, id, new Date(context.clock.now())))) return { kind: 'stay' }
  const capture = await selectCapture(db, state.journey.id, id)
  if (!capture) return { kind: 'stay' }
  const rows = await selectFrames(db, capture.id)
  const batches = rows.map(({ firstIndex, sealed }) => {
    const place = framesColumn.at(capture.id, firstIndex)
    return JSON.parse(context.vault.open(sealed, place)) as MeasuredFrames
  })
  const measures = batches.flatMap((batch) => batch.measures.map(reviveMeasure))
  const pictures = batches.flatMap((batch) => batch.pictures ?? [])
  const version = batches[0]?.version ?? { ...versions, passive: 'absent' }
  const evidenceHash = evidenceOf(context.vault, ...rows.map((row) => row.evidenceHash))
  await deleteCaptures(db, state.journey.id)
  if (capture.fault) return ofFault(capture.fault, evidenceHash)
  try {
    // If the service was restarted with other models during the capture, the capture cannot be judged.
    const limits = context.checkers.faceLimits()
    if (!batches.every((batch) => isOfModels(batch.version, limits))) return serviceDown
    return await judge({ measures, pictures, version, evidenceHash, challenge: capture.challenge })
  } catch (error) {
    if (error instanceof UserError && error.code.startsWith('face.')) return faceAgain(error.code)
    return faceServiceDown(context, error)
  }
}

function isOfModels({ embedding, formerEmbeddings = [], passive }: Versions, limits: FaceLimits): boolean {
  const measured = [embedding, ...formerEmbeddings]
  return (
    embedding === limits.embeddings[0]?.model &&
    limits.embeddings.every(({ model }) => measured.includes(model)) &&
    passive === (limits.passive?.model ?? 'absent')
  )
}

/**
 * Returns the capture screen, or the pause screen if too many challenges were shown and no capture is in
 * progress.
 */
export async function showCapture(
  context: VerificationContext,
  { journey }: Pick<JourneyState, 'journey'>,
): Promise<Extract<FrameStep, { name: 'liveness' | 'paused' }>> {
  const until = await challengePause(context, journey.personId)
  if (until === undefined) return { name: 'liveness' }
  const since = new Date(context.clock.now() - answeredWithinMs)
  if (await hasOpenCapture(journeyTablesOf(context), journey.id, since)) return { name: 'liveness' }
  return { name: 'paused', screen: 'face-recognition', reason: 'face.too-many-challenges', until }
}

function ofFault(fault: CaptureFault, evidenceHash: Uint8Array): Outcome {
  if (fault === 'service') return serviceDown
  if (fault === 'unreadable') return faceAgain('face.frame-rate')
  const negative = { check: 'liveness', passed: false, checker: versions.checker, evidenceHash }
  return { ...faceAgain('face.seen-before'), negative }
}

/** Asks the person to show their face again. */
export function faceAgain(reason: string): Outcome & { kind: 'again' } {
  return { kind: 'again', screen: 'face-recognition', reason, counted: true }
}

export const serviceDown: Outcome = {
  kind: 'again',
  screen: 'faceprint-server',
  reason: 'faceprint.unavailable',
  counted: false,
}

/**
 * Logs an error that the person did not cause, such as an unavailable model, gallery or key. The person can
 * try again.
 */
export function faceServiceDown(context: VerificationContext, error: unknown): Outcome {
  if (error instanceof UserError && error.code === 'work.busy') throw error
  const { code, name } = error as { code?: string; name: string }
  context.logger.error({ code, reason: name }, 'faces could not be checked')
  return serviceDown
}
