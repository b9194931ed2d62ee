import {
  type Candidate,
  decideLiveness,
  decideUniqueness,
  describeEmbedding,
  describePassive,
  fuseLiveFace,
  type LiveFace,
  type LivenessCheck,
  type LivenessJudgement,
  matchMeasures,
  modelOf,
  reviveMeasure,
  type SerialMeasure,
  versions,
} from '@touchstone/biometrics'
import type { FrameStep } from '@touchstone/contract'
import { type Captured, faceAgain, runCapture, showCapture } from '../capture/judge-capture.ts'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { withFace, withoutFace } from '../journey/draft-face.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { insertPictures } from '../journey/review-picture-store.ts'
import { sealDraft } from '../journey/seal-draft.ts'
import type { CheckResult, Outcome, Step } from '../journey/step.ts'
import { faceprintName } from '../people/faceprint-name.ts'
import { retention } from '../people/retention.ts'
import { reviewPictureColumn } from '../sealed-columns.ts'

/** What is handed in of a film, or whether the next one has colours. */
export type LivenessInput = { challengeId: string } | { colours: boolean }

/** A live person, the one of the document, the one of the MeID, and nobody who has been here before. */
export const livenessStep: Step<LivenessInput> = {
  name: 'liveness',
  stage: 'liveness',
  automatic: false,
  isEvidence: true,
  needs: ({ kind }) => kind === 'KYC' || kind === 'MeID',
  reaches: () => 'Liveness Checked',

  async show(context, state): Promise<FrameStep> {
    const shown = await showCapture(context, state)
    if (shown.name !== 'liveness' || !state.program.colourFree) return shown
    return { ...shown, colourFree: { chosen: isColourFree(state), days: retention.pictureDays } }
  },

  run: async (context, state, input) =>
    'colours' in input
      ? chooseColours(context, state, input.colours)
      : await runCapture(context, state, input.challengeId, (captured) => judge(context, state, captured)),
}

/** The person asked for a film without colours, and the program allows it. */
export function isColourFree({ program, draft }: Pick<JourneyState, 'program' | 'draft'>): boolean {
  return program.colourFree && draft.colourFree === true
}

function chooseColours(context: VerificationContext, state: JourneyState, colours: boolean): Outcome {
  const { colourFree: _, ...draft } = state.draft
  if (!colours && !state.program.colourFree) return { kind: 'stay' }
  const chosen = colours ? draft : { ...draft, colourFree: true }
  return { kind: 'stay', also: sealDraft(context, state, chosen) }
}

async function judge(
  context: VerificationContext,
  state: JourneyState,
  { measures, pictures, version, evidenceHash, challenge }: Captured,
): Promise<Outcome> {
  const { draft } = state
  const decided = (check: string, passed: boolean, checker: string): CheckResult => ({
    check,
    passed,
    checker,
    evidenceHash,
  })
  const hasColours = challenge.flashes.length > 0
  const flashes = hasColours ? 'required' : 'none'
  const limits = context.checkers.faceLimits()
  const judgement = decideLiveness({ challenge, measures, flashes, version, limits })
  if (judgement.verdict !== 'live') {
    const outcome = faceAgain(judgement.hintCode ?? 'face.not-live')
    if (judgement.verdict === 'unclear') return outcome
    return { ...outcome, negative: decided('liveness', false, checkerOf(judgement)) }
  }
  const checks = hasColours ? [decided('liveness', true, checkerOf(judgement))] : []
  const best = judgement.bestFrames.flatMap((index) => measures[index] ?? [])
  if (draft.document) {
    const photo = reviveMeasure(draft.document.face as SerialMeasure)
    const model = modelOf(photo, limits.embeddings)
    // Read by a model that is gone since: the document has to be shown again.
    if (model === undefined) return { kind: 'negative', screen: 'ocr', reason: 'document.no-face', checks }
    const { verdict } = matchMeasures(photo, best, limits.embeddings)
    if (verdict === 'unclear') return faceAgain('face.match-unclear')
    checks.push(decided('face-match', verdict === 'same', describeEmbedding(model)))
    if (verdict === 'different')
      return { kind: 'negative', screen: 'face-mismatch', reason: 'face.other-than-document', checks }
  }
  const face = fuseLiveFace(best, limits.embeddings)
  if (hasColours) return await judgeFace(context, state, { face, checks })
  const { steps } = challenge
  return letPersonLook(context, state, { face, checks, pictures, steps, measured: judgement.checks })
}

/** Who decided on liveness, with how often a passive model errs that had a part in it. */
function checkerOf({ passiveModel }: LivenessJudgement): string {
  if (passiveModel === 'absent') return versions.checker
  const { model, errorRates: rates } = passiveModel
  return `${versions.checker}, passive ${describePassive({ model, rates })}`
}

/** Colours are what a film that was made beforehand can't have: without them a person decides whether it is one. */
function letPersonLook(
  context: VerificationContext,
  state: JourneyState,
  film: Pick<Captured, 'pictures'> & {
    face: LiveFace
    checks: CheckResult[]
    steps: Captured['challenge']['steps']
    measured: LivenessCheck[]
  },
): Outcome {
  const { face, checks, pictures, steps, measured } = film
  const askedAt = (atMs: number) =>
    steps.find(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs)?.action ?? 'look-ahead'
  return {
    kind: 'review',
    review: 'liveness',
    detail: {
      checks: checks.map(named),
      measured,
      film: pictures.map(({ atMs }) => ({ atMs, asked: askedAt(atMs) })),
    },
    async opened(db, reviewId) {
      const sealed = pictures.map(({ base64 }, index) => {
        const place = reviewPictureColumn.at(reviewId, index + 1)
        return { number: index + 1, sealed: context.vault.seal(base64, place) }
      })
      const at = new Date(context.clock.now())
      await insertPictures(db, reviewId, sealed, { reason: 'agreed', actor: 'user', at })
      await sealDraft(context, state, withFace(state.draft, face))(db)
    },
  }
}

/** Whether a live face is the one of the MeID, and nobody's who has been here before; enrols it where it has to be. */
export async function judgeFace(
  context: VerificationContext,
  state: JourneyState,
  live: { face: LiveFace; checks: readonly CheckResult[] },
): Promise<Outcome> {
  const { program, draft } = state
  const { face } = live
  const models = context.checkers.faceLimits().embeddings
  const [current] = models
  // A face that waited for a review while another model was set can't be looked for among those enrolled since.
  if (current === undefined || face.model !== current.model) return filmAgain
  const checks = [...live.checks]
  const evidenceHash = checks[0]?.evidenceHash ?? new Uint8Array()
  const decided = (check: string, passed: boolean, checker: string): CheckResult => ({
    ...{ check, passed, checker, evidenceHash },
  })
  const gallery = await context.checkers.gallery()
  const person = faceprintName(context.vault, state.journey.svcId)
  // By the model that the person was enrolled with, which may be one of before: who is known stays bound to that face.
  const own = await gallery.compare({ person, ...face })
  if (own !== undefined) {
    const model = models.find((each) => each.model === own.model) ?? current
    if (own.distance > model.same && own.distance < model.different) return faceAgain('face.match-unclear')
    const isSame = own.distance <= model.same
    checks.push(decided('faceprint-match', isSame, describeEmbedding(model)))
    if (!isSame)
      return { kind: 'negative', screen: 'faceprint-mismatch', reason: 'face.other-than-meid', checks }
  }
  if (!program.checks.includes('unique')) return passed(context, state, checks)
  const birthYear = Number(draft.document?.fields.birthDate.slice(0, 4)) || undefined
  const keys = {
    ...(birthYear !== undefined && { birthYear }),
    ...(draft.document && { documentHash: Buffer.from(draft.document.numberHash, 'hex') }),
  }
  let verdict: ReturnType<typeof decideUniqueness> | undefined
  await gallery.enrol({ person, ...face, ...keys }, ({ candidates, size }) => {
    verdict = decideUniqueness({ candidates: candidates.map(distanceOf), gallerySize: size, models })
    return verdict.verdict === 'new'
  })
  if (verdict?.verdict === 'grey') {
    const { reasons, limits, formerLimits, errorRates, version: judged } = verdict
    await sealDraft(context, state, withFace(draft, face))(journeyTablesOf(context))
    return {
      kind: 'review',
      review: 'faceprint',
      detail: { reasons, limits, formerLimits, errorRates, version: judged, checks: checks.map(named) },
    }
  }
  const checker = `${verdict?.version ?? ''}, ${describeEmbedding(current)}`
  checks.push(decided('unique', verdict?.verdict === 'new', checker))
  if (verdict?.verdict !== 'new')
    return { kind: 'negative', screen: 'existing-faceprint', reason: 'face.known-already', checks }
  return passed(context, state, checks)
}

/** The face waited too long to be compared with those that are known by now. */
export const filmAgain: Outcome = {
  kind: 'again',
  screen: 'face-recognition',
  reason: 'face.review-over',
  counted: false,
}

/** The document's photo has done what it was kept for. */
function passed(context: VerificationContext, state: JourneyState, checks: CheckResult[]): Outcome {
  const { document, colourFree: _, ...draft } = withoutFace(state.draft)
  const { face: __, ...rest } = document ?? {}
  const left = document ? { ...draft, document: rest as typeof document } : draft
  return { kind: 'passed', checks, also: sealDraft(context, state, left) }
}

function distanceOf({ model, distance, sameDocument, sameBirthYear }: Candidate) {
  return { model, distance, sameDocument, sameBirthYear }
}

function named({ check, passed: isPassed, checker, evidenceHash }: CheckResult) {
  return { check, passed: isPassed, checker, evidenceHash: Buffer.from(evidenceHash).toString('hex') }
}
