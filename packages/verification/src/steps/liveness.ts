import {
  type Candidate,
  decideLiveness,
  decideUniqueness,
  fuseMeasures,
  matchLimits,
  matchMeasures,
  reviveMeasure,
  type SerialMeasure,
  versions,
} from '@touchstone/biometrics'
import { type Captured, faceAgain, runCapture, showCapture } from '../capture/judge-capture.ts'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { sealDraft } from '../journey/seal-draft.ts'
import type { CheckResult, Outcome, Step } from '../journey/step.ts'
import { faceprintName } from '../people/faceprint-name.ts'

/** A live person, the one of the document, the one of the MeID, and nobody who has been here before. */
export const livenessStep: Step<{ challengeId: string }> = {
  name: 'liveness',
  stage: 'liveness',
  automatic: false,
  isEvidence: true,
  needs: ({ kind }) => kind === 'KYC' || kind === 'MeID',
  reaches: () => 'Liveness Checked',
  show: showCapture,

  run: (context, state, { challengeId }) =>
    runCapture(context, state, challengeId, (captured) => judge(context, state, captured)),
}

async function judge(
  context: VerificationContext,
  state: JourneyState,
  { measures, version, evidenceHash, challenge }: Captured,
): Promise<Outcome> {
  const { program, draft } = state
  const decided = (check: string, passed: boolean, checker: string): CheckResult => ({
    check,
    passed,
    checker,
    evidenceHash,
  })
  const judgement = decideLiveness({ challenge, measures, flashes: 'required', version })
  if (judgement.verdict !== 'live') {
    const outcome = faceAgain(judgement.hintCode ?? 'face.not-live')
    if (judgement.verdict === 'unclear') return outcome
    return { ...outcome, negative: decided('liveness', false, versions.checker) }
  }
  const checks = [decided('liveness', true, versions.checker)]
  const best = judgement.bestFrames.flatMap((index) => measures[index] ?? [])
  if (draft.document) {
    const photo = reviveMeasure(draft.document.face as SerialMeasure)
    const { verdict } = matchMeasures(photo, best)
    if (verdict === 'unclear') return faceAgain('face.match-unclear')
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
    if (apart < matchLimits.different) return faceAgain('face.match-unclear')
    checks.push(decided('faceprint-match', false, model))
    return { kind: 'negative', screen: 'faceprint-mismatch', reason: 'face.other-than-meid', checks }
  }
  if (apart !== undefined) checks.push(decided('faceprint-match', true, model))
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
