import {
  type Candidate,
  decideLiveness,
  decideUniqueness,
  fuseMeasures,
  matchLimits,
  matchMeasures,
  reviveMeasure,
  type SerialMeasure,
  type TimedMeasure,
  type Versions,
  versions,
} from '@touchstone/biometrics'
import { UserError } from '@touchstone/common'
import type { FrameStep } from '@touchstone/contract'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { faceprintName } from '../people/faceprint-name.ts'
import { evidenceOf } from '../pipeline/evidence.ts'
import type { JourneyState } from '../pipeline/journey-state.ts'
import { sealDraft } from '../pipeline/seal-draft.ts'
import type { CheckResult, Outcome, Step } from '../pipeline/step.ts'
import { type MeasuredFrames, unjudgedCapture } from './capture.ts'
import {
  type CaptureFault,
  claimCapture,
  deleteCaptures,
  hasOpenCapture,
  selectCapture,
  selectFrames,
} from './capture-store.ts'
import { challengePause } from './challenge-count.ts'

/** A capture that was begun longer ago has been left. */
const answeredWithinMs = 120_000

/** A live person, the one of the document, the one of the MeID, and nobody who has been here before. */
export const livenessStep: Step<{ challengeId: string }> = {
  name: 'liveness',
  stage: 'liveness',
  automatic: false,
  needs: ({ kind }) => kind === 'KYC' || kind === 'MeID',
  reaches: () => 'Liveness Checked',
  show: showLiveness,

  async run(context, state, { challengeId }) {
    const db = journeyTablesOf(context)
    const { id } = await unjudgedCapture(context, state.journey.id, challengeId)
    context.captures.leave(state.journey.id)
    if (!(await claimCapture(db, id, new Date(context.clock.now())))) return { kind: 'stay' }
    const capture = await selectCapture(db, state.journey.id, id)
    if (!capture) return { kind: 'stay' }
    const rows = await selectFrames(db, capture.id)
    const batches = rows.map(({ sealed }) => JSON.parse(context.vault.open(sealed)) as MeasuredFrames)
    const measures = batches.flatMap((batch) => batch.measures.map(reviveMeasure))
    const version = batches[0]?.version ?? { ...versions, passive: 'absent' }
    const evidenceHash = evidenceOf(context.vault, ...rows.map((row) => row.evidenceHash))
    await deleteCaptures(db, state.journey.id)
    if (capture.fault) return ofFault(capture.fault, evidenceHash)
    try {
      return await judge(context, state, { measures, version, evidenceHash, challenge: capture.challenge })
    } catch (error) {
      if (error instanceof UserError && error.code.startsWith('face.')) return again(error.code)
      return faceServiceDown(context, error)
    }
  },
}

/** While too many challenges were drawn there is a pause, except for the one that is being answered. */
async function showLiveness(context: VerificationContext, { journey }: JourneyState): Promise<FrameStep> {
  const until = await challengePause(context, journey.personId)
  if (until === undefined) return { name: 'liveness' }
  const since = new Date(context.clock.now() - answeredWithinMs)
  if (await hasOpenCapture(journeyTablesOf(context), journey.id, since)) return { name: 'liveness' }
  return { name: 'paused', screen: 'face-recognition', reason: 'face.too-many-challenges', until }
}

function ofFault(fault: CaptureFault, evidenceHash: Uint8Array): Outcome {
  if (fault === 'service') return serviceDown
  if (fault === 'unreadable') return again('face.frame-rate')
  const negative = { check: 'liveness', passed: false, checker: versions.checker, evidenceHash }
  return { ...again('face.seen-before'), negative }
}

async function judge(
  context: VerificationContext,
  state: JourneyState,
  input: {
    measures: TimedMeasure[]
    version: Versions
    evidenceHash: Uint8Array
    challenge: Parameters<typeof decideLiveness>[0]['challenge']
  },
): Promise<Outcome> {
  const { measures, version, evidenceHash, challenge } = input
  const { program, draft } = state
  const decided = (check: string, passed: boolean, checker: string): CheckResult => ({
    check,
    passed,
    checker,
    evidenceHash,
  })
  const judgement = decideLiveness({ challenge, measures, flashes: 'required', version })
  if (judgement.verdict !== 'live') {
    const outcome = again(judgement.hintCode ?? 'face.not-live')
    if (judgement.verdict === 'unclear') return outcome
    return { ...outcome, negative: decided('liveness', false, versions.checker) }
  }
  const checks = [decided('liveness', true, versions.checker)]
  const best = judgement.bestFrames.flatMap((index) => measures[index] ?? [])
  if (draft.document) {
    const photo = reviveMeasure(draft.document.face as SerialMeasure)
    const { verdict } = matchMeasures(photo, best)
    if (verdict === 'unclear') return again('face.match-unclear')
    checks.push(decided('face-match', verdict === 'same', versions.embedding))
    if (verdict === 'different')
      return { kind: 'negative', screen: 'face-mismatch', reason: 'face.other-than-document', checks }
  }
  const { template } = fuseMeasures(best)
  const gallery = await context.trades.gallery()
  const person = faceprintName(context.vault, state.journey.svcId)
  const model = versions.embedding
  const apart = await gallery.compare({ person, model, template })
  if (apart !== undefined && apart > matchLimits.same) {
    if (apart < matchLimits.different) return again('face.match-unclear')
    checks.push(decided('faceprint-match', false, model))
    return { kind: 'negative', screen: 'faceprint-mismatch', reason: 'face.other-than-meid', checks }
  }
  if (!program.checks.includes('unique')) return passed(context, state, checks)
  const birthYear = Number(draft.document?.fields.birthDate.slice(0, 4)) || undefined
  const keys = {
    ...(birthYear !== undefined && { birthYear }),
    ...(draft.document && { documentHash: Buffer.from(draft.document.numberHash, 'hex') }),
  }
  let verdict: ReturnType<typeof decideUniqueness> | undefined
  await gallery.enrol({ person, model, template, ...keys }, ({ candidates, size }) => {
    verdict = decideUniqueness({ candidates: candidates.map(distanceOf), gallerySize: size })
    return verdict.verdict === 'new'
  })
  if (verdict?.verdict === 'grey') {
    const { reasons, limits, version: judged } = verdict
    const further = { ...draft, template: [...template], templateModel: model }
    await sealDraft(context, state, further)(journeyTablesOf(context))
    return {
      kind: 'review',
      review: 'faceprint',
      detail: { reasons, limits, version: judged, checks: checks.map(named) },
    }
  }
  const checker = `${verdict?.version ?? ''}, ${model}`
  checks.push(decided('unique', verdict?.verdict === 'new', checker))
  if (verdict?.verdict !== 'new')
    return { kind: 'negative', screen: 'existing-faceprint', reason: 'face.known-already', checks }
  return passed(context, state, checks)
}

/** The document's photo has done what it was kept for. */
function passed(context: VerificationContext, state: JourneyState, checks: CheckResult[]): Outcome {
  const { document, template: _, templateModel: __, ...draft } = state.draft
  const { face: ___, ...rest } = document ?? {}
  const left = document ? { ...draft, document: rest as typeof document } : draft
  return { kind: 'passed', checks, also: sealDraft(context, state, left) }
}

function distanceOf({ distance, sameDocument, sameBirthYear }: Candidate) {
  return { distance, sameDocument, sameBirthYear }
}

function named({ check, passed: isPassed, checker, evidenceHash }: CheckResult) {
  return { check, passed: isPassed, checker, evidenceHash: Buffer.from(evidenceHash).toString('hex') }
}

function again(reason: string): Outcome & { kind: 'again' } {
  return { kind: 'again', screen: 'face-recognition', reason, counted: true }
}

export const serviceDown: Outcome = {
  kind: 'again',
  screen: 'faceprint-server',
  reason: 'faceprint.unavailable',
  counted: false,
}

/** Nothing of the person's: the models, the gallery or its keys can't be reached. */
export function faceServiceDown(context: VerificationContext, error: unknown): Outcome {
  if (error instanceof UserError && error.code === 'work.busy') throw error
  const { code, name } = error as { code?: string; name: string }
  context.logger.error({ code, reason: name }, 'faces could not be checked')
  return serviceDown
}
