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
  type OwnDistance,
  reviveMeasure,
  type SerialMeasure,
  versions,
} from '@touchstone/biometrics'
import type { FrameStep } from '@touchstone/contract'
import { type Captured, faceAgain, runCapture, showCapture } from '../capture/judge-capture.ts'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import type { LookAlike } from '../journey/draft.ts'
import { withFace, withoutFace } from '../journey/draft-face.ts'
import { evidenceOf } from '../journey/evidence.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { insertPictures } from '../journey/review-picture-store.ts'
import { fullFor } from '../journey/review-room.ts'
import { sealDraft } from '../journey/seal-draft.ts'
import type { CheckResult, Outcome, Step } from '../journey/step.ts'
import { faceprintName } from '../people/faceprint-name.ts'
import { identityOf } from '../people/identity.ts'
import { compareIdentity, documentsOf } from '../people/one-identity.ts'
import { retention } from '../people/retention.ts'
import { reviewPictureColumn } from '../sealed-columns.ts'
import { identityIn } from './identity-in.ts'
import { identityDiffers } from './judge-document.ts'
import { lookAlikesIn } from './look-alikes.ts'

/** A submitted recording, or the choice of whether the next recording has colours. */
export type LivenessInput =
  | { challengeId: string }
  | { colours: boolean }
  /**
   * Whether the person asks for a review of a face that matches the faceprint of an erased person or of a
   * refused face.
   */
  | { reservedReview: boolean }

/** Requires a live person who matches the document and the MeID and who is not enrolled as another person. */
export const livenessStep: Step<LivenessInput> = {
  name: 'liveness',
  stage: 'liveness',
  automatic: false,
  isEvidence: true,
  needs: ({ kind }) => kind === 'KYC' || kind === 'MeID',
  requires: 'face-check',
  reaches: () => 'Liveness Checked',

  async show(context, state): Promise<FrameStep> {
    const { reservedUntil } = state.draft
    if (reservedUntil !== undefined) return { name: 'reserved', until: reservedUntil }
    const full = isColourFree(state) && (await fullFor(context, state))
    if (full) return { name: 'review-full', what: 'liveness', full }
    const shown = await showCapture(context, state)
    if (shown.name !== 'liveness' || !state.program.colourFree) return shown
    return { ...shown, colourFree: { chosen: isColourFree(state), days: retention.pictureDays } }
  },

  run: async (context, state, input) =>
    'reservedReview' in input
      ? await settleReserved(context, state, input.reservedReview)
      : 'colours' in input
        ? chooseColours(context, state, input.colours)
        : await runCapture(context, state, input.challengeId, (captured) => judge(context, state, captured)),
}

/** Returns whether the program allows recordings without colours and the person has requested one. */
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
  const passed = hasColours ? ['liveness', 'liveness-colours'] : []
  const checks = passed.map((check) => decided(check, true, checkerOf(judgement)))
  const best = judgement.bestFrames.flatMap((index) => measures[index] ?? [])
  if (draft.document) {
    const photo = reviveMeasure(draft.document.face as SerialMeasure)
    const model = modelOf(photo, limits.embeddings)
    // The model that measured the document's photo is no longer configured, so the person must show the
    // document again.
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
  return openFilmReview(context, state, { face, checks, pictures, steps, measured: judgement.checks })
}

/** Returns the name of the liveness checker, with the error rates of the passive model if one was used. */
function checkerOf({ passiveModel }: LivenessJudgement): string {
  if (passiveModel === 'absent') return versions.checker
  const { model, errorRates: rates } = passiveModel
  return `${versions.checker}, passive ${describePassive({ model, rates })}`
}

/**
 * Opens a review of a recording without colours, because only random colours prove that a recording was not
 * made in advance.
 */
function openFilmReview(
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
    // The face is then stored for all merchants.
    forOperator: true,
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

/**
 * Compares a live face and the document with the person's stored identity. If the program requires uniqueness,
 * compares the face with all enrolled people and enrols it. Otherwise, in a KYC program, stores the face only
 * for comparisons with the same person. `isNameCleared` states whether a reviewer has accepted a different
 * name.
 */
export async function judgeFace(
  context: VerificationContext,
  state: JourneyState,
  live: { face: LiveFace; checks: readonly CheckResult[]; isNameCleared?: boolean },
): Promise<Outcome> {
  const { program, draft } = state
  const { face, isNameCleared = false } = live
  const models = context.checkers.faceLimits().embeddings
  const [current] = models
  // The model was replaced while the face waited for a review, so the face cannot be compared with people
  // enrolled since then.
  if (current === undefined || face.model !== current.model) return repeatFilm
  const checks = [...live.checks]
  const evidenceHash = checks[0]?.evidenceHash ?? new Uint8Array()
  const decided = (check: string, passed: boolean, checker: string): CheckResult => ({
    ...{ check, passed, checker, evidenceHash },
  })
  const { personId, svcId } = state.journey
  const gallery = await context.checkers.gallery()
  const person = faceprintName(context.vault, svcId)
  const limitsOf = (own: OwnDistance) => models.find(({ model }) => model === own.model) ?? current
  const isOwn = (own: OwnDistance) => own.distance <= limitsOf(own).same
  const otherFace = (failed: CheckResult[]): Outcome =>
    program.kind === 'KYC'
      ? identityDiffers(failed)
      : { kind: 'negative', screen: 'faceprint-mismatch', reason: 'face.other-than-meid', checks: failed }
  // The comparison uses the model with which the person was enrolled, which can be a previous model: a known
  // person stays bound to that face.
  const own = await gallery.compare({ person, ...face })
  if (own !== undefined) {
    const model = limitsOf(own)
    if (own.distance > model.same && own.distance < model.different) return faceAgain('face.match-unclear')
    checks.push(decided('faceprint-match', isOwn(own), describeEmbedding(model)))
    if (!isOwn(own)) return otherFace(checks)
  }
  const relation =
    draft.document &&
    compareIdentity(await identityOf(context, personId, program.merchantId), identityIn(draft))
  if (relation === 'other-person')
    return identityDiffers([...checks, decided('identity', false, 'identity-1')])
  if (relation === 'other-name' && !isNameCleared)
    return await openNameReview(context, state, { face, checks })
  const otherFaceNow = () =>
    otherFace([...checks, decided('faceprint-match', false, describeEmbedding(current))])
  if (!program.checks.includes('unique')) {
    if (program.kind !== 'KYC') return passed(context, state, checks)
    const { accepted } = await gallery.keep({ person, ...face }, isOwn)
    return accepted ? passed(context, state, checks) : otherFaceNow()
  }
  let verdict: ReturnType<typeof decideUniqueness> | undefined
  let isOther = false
  let reservedUntil: number | undefined
  let lookAlikes: LookAlike[] = []
  await gallery.enrol(
    { person, ...face, ...searchKeys(draft), models },
    ({ candidates, size, own: latest }) => {
      // Since the comparison, another person may have been accepted with the same login.
      isOther = latest !== undefined && !isOwn(latest)
      if (isOther) return false
      // A person who is already enrolled is not compared with faceprints of erased people and refused faces.
      const accounts = candidates.filter(({ keptUntil }) => keptUntil === undefined)
      const considered = latest?.searched ? accounts : candidates
      const decide = (found: readonly Candidate[]) =>
        decideUniqueness({ candidates: found.map(distanceOf), gallerySize: size, models })
      verdict = decide(considered)
      const { reasons } = verdict
      lookAlikes = lookAlikesIn({ candidates: considered, reasons, searched: size, models })
      if (verdict.verdict === 'duplicate' && decide(accounts).verdict !== 'duplicate')
        reservedUntil = Math.max(...considered.map(({ keptUntil = 0 }) => keptUntil))
      return verdict.verdict === 'new'
    },
  )
  if (isOther) return otherFaceNow()
  if (verdict?.verdict === 'grey') {
    const { reasons, limits, formerLimits, errorRates, version: judged } = verdict
    await sealDraft(context, state, withFace(draft, face))(journeyTablesOf(context))
    return {
      kind: 'review',
      review: 'faceprint',
      // The decision compares people of different merchants.
      forOperator: true,
      detail: {
        reasons,
        limits,
        formerLimits,
        errorRates,
        version: judged,
        checks: checks.map(named),
        lookAlikes,
      },
    }
  }
  if (reservedUntil !== undefined) {
    const waiting = { ...withFace(draft, face), reservedUntil, lookAlikes }
    return { kind: 'stay', also: sealDraft(context, state, waiting) }
  }
  const checker = `${verdict?.version ?? ''}, ${describeEmbedding(current)}`
  checks.push(decided('unique', verdict?.verdict === 'new', checker))
  if (verdict?.verdict !== 'new')
    await gallery.refuse(face, context.clock.now() + retention.refusedDays * dayMs)
  if (verdict?.verdict !== 'new')
    return { kind: 'negative', screen: 'existing-faceprint', reason: 'face.known-already', checks }
  return passed(context, state, checks)
}

const dayMs = 86_400_000

/**
 * Returns the document data that is stored with a faceprint. Omits a document that a merchant's reviewer has
 * read, because the faceprint is compared with the people of all merchants.
 */
export function searchKeys({ document }: JourneyState['draft']): {
  birthYear?: number
  documentHash?: Uint8Array
} {
  if (!document || document.onlyAt !== undefined) return {}
  const birthYear = Number(document.fields.birthDate.slice(0, 4)) || undefined
  const documentHash = Buffer.from(document.numberHash, 'hex')
  return { ...(birthYear !== undefined && { birthYear }), documentHash }
}

/**
 * Opens a review of a face that matches the faceprint of an erased person or of a refused face, or ends the
 * attempt if the person declines the review.
 */
async function settleReserved(
  context: VerificationContext,
  state: JourneyState,
  isAsked: boolean,
): Promise<Outcome> {
  const { reservedUntil, lookAlikes = [], ...draft } = state.draft
  if (reservedUntil === undefined) return { kind: 'stay' }
  const evidenceHash = evidenceOf(context.vault, 'reserved', String(reservedUntil))
  const check = { check: 'unique', passed: false, checker: 'uniqueness-1', evidenceHash }
  if (!isAsked)
    return { kind: 'negative', screen: 'existing-faceprint', reason: 'face.reserved', checks: [check] }
  return {
    kind: 'review',
    review: 'faceprint',
    // The decision deletes the faceprint, which prevents a second enrolment at any merchant.
    forOperator: true,
    detail: {
      reasons: [
        {
          code: 'uniqueness.kept-faceprint',
          text: 'The face matches a faceprint that belongs to no account.',
        },
      ],
      checks: [],
      lookAlikes,
    },
    opened: sealDraft(context, state, draft),
  }
}

/** Opens a review of a document whose name differs from that in the person's earlier documents. */
async function openNameReview(
  context: VerificationContext,
  state: JourneyState,
  { face, checks }: { face: LiveFace; checks: CheckResult[] },
): Promise<Outcome> {
  const stored = await identityOf(context, state.journey.personId, state.program.merchantId)
  return {
    kind: 'review',
    review: 'identity',
    // The review shows the person's earlier names, which are not necessarily known to this merchant.
    forOperator: true,
    detail: {
      read: identityIn(state.draft),
      stored: stored && documentsOf(stored),
      checks: checks.map(named),
    },
    opened: sealDraft(context, state, withFace(state.draft, face)),
  }
}

/** The outcome for a face that cannot be compared with the people enrolled while it waited for a review. */
export const repeatFilm: Outcome = {
  kind: 'again',
  screen: 'face-recognition',
  reason: 'face.review-over',
  counted: false,
}

/** Passes the step and deletes the measurements of the document's photo, which are no longer needed. */
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
