import type { FailureScreen, FrameStep, Stage } from '@touchstone/contract'
import { statusesOf } from '@touchstone/kyc'
import { showCapture } from '../capture/judge-capture.ts'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { receiptOfPerson } from '../forget/receipt.ts'
import { attemptLimits } from '../journey/apply-outcome.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { loadState } from '../journey/load-state.ts'
import { openHeldReview } from '../journey/review-room.ts'
import { selectOpenRequest } from '../people/person-request-store.ts'
import { proofOf } from '../people/proof-of.ts'
import { isReused } from '../people/reuse-credential.ts'
import { selectOpenRevocations } from '../revocation/revocation-store.ts'
import type { Session } from '../sessions/session.ts'
import { showLocked } from '../steps/show-locked.ts'
import { isLocked } from './device-lock.ts'
import { showRequest } from './person-requests.ts'
import { currentStep } from './pipeline.ts'
import { showComplete } from './share-result.ts'

/** Returns the step that the page shows to a logged-in person. */
export async function stepOf(
  context: VerificationContext,
  session: Session & { journeyId: number },
): Promise<{ step: FrameStep; stage: Stage }> {
  const state = await loadState(context, session.journeyId)
  const { journey, program, failure, review } = state
  const receipt = await receiptOfPerson(context, journey.personId)
  if (receipt) return { step: { name: 'forgotten', receipt }, stage: 'consent' }
  const request = await selectOpenRequest(journeyTablesOf(context), journey.personId)
  const locked = await isLocked(context, state, session)
  const showsFace = locked && session.faceAgain && isFaceNext(state)
  if (request) {
    if (showsFace) return { step: await showFaceCheck(context, state), stage: 'liveness' }
    return { step: await showRequest(context, state, request, locked), stage: 'consent' }
  }
  const { withdrawnAt } = journey
  // Asks a returning person again whether to share the result.
  if (withdrawnAt && session.createdAt < withdrawnAt && !showsFace) {
    const open = await selectOpenRevocations(journeyTablesOf(context), journey.personId)
    const step = { name: 'withdrawn', at: withdrawnAt.getTime(), complete: open.length === 0 } as const
    return { step, stage: 'consent' }
  }
  const current = currentStep(state)
  const stage = current?.stage ?? 'consent'
  // Comes before failures and reviews, because the login alone does not give access to them.
  if (locked) {
    if (showsFace) return { step: await showFaceCheck(context, state), stage: 'liveness' }
    const step = await showLocked(context, state)
    return { step: { ...step, face: step.face && isFaceNext(state) }, stage }
  }
  if (failure || journey.status === statusesOf(program).failed) {
    const step = showFailure(context, state)
    const isHint = failure?.retry === 'step' || faceFailures.has(step.screen)
    if (isHint || !(await isOfOtherDevice(context, state, session))) return { step, stage }
    return { step: { ...step, screen: 'unknown', reason: 'unknown' }, stage }
  }
  if (current && review && review.kind !== 'rescreening') {
    if (await isOfOtherDevice(context, state, session))
      return { step: { ...(await showLocked(context, state)), face: false }, stage }
    const { id, kind: what, since } = review
    const owner = { journeyId: journey.id, personId: journey.personId, merchantId: program.merchantId }
    const held = review.isHeld ? await openHeldReview(context, { id, ...owner }) : undefined
    return { step: { name: 'review', what, since, ...(held && { held }) }, stage }
  }
  if (!current) return { step: await showComplete(context, state, session), stage: 'consent' }
  // The current step runs automatically, and the page polls its state.
  if (isReused(state, current))
    return { step: { name: 'working', works: [{ name: 'issue', state: 'running' }] }, stage }
  if (session.role === 'own' && session.commitment === null)
    return { step: { name: 'wallet-missing', commitment: '', face: false }, stage }
  return { step: await current.show(context, state, session), stage }
}

/** Screens of failed face checks, whose reasons contain no data about the person. */
const faceFailures: ReadonlySet<string> = new Set<FailureScreen>([
  'face-recognition',
  'faceprint-mismatch',
  'faceprint-server',
  'slow-line',
])

/** Returns whether a face check is the next input that the journey accepts from a locked device. */
function isFaceNext({ failure, review, draft }: JourneyState): boolean {
  if (review || draft.reservedUntil !== undefined) return false
  return !failure || (failure.retry === 'step' && faceFailures.has(failure.screen))
}

async function showFaceCheck(context: VerificationContext, state: JourneyState): Promise<FrameStep> {
  return state.failure ? showFailure(context, state) : await showCapture(context, state)
}

function showFailure(
  { clock }: VerificationContext,
  { journey, failure, pausedUntil, tries }: JourneyState,
): Extract<FrameStep, { name: 'paused' | 'failed' }> {
  const screen = (failure?.screen ?? 'unknown') as FailureScreen
  const reason = failure?.reason ?? journey.reasonCode ?? 'unknown'
  if (pausedUntil !== undefined && pausedUntil > clock.now())
    return { name: 'paused', screen, reason, until: pausedUntil }
  const attemptsLeft = attemptLimits.tries - tries
  return { name: 'failed', screen, reason, retry: failure?.retry ?? 'start', attemptsLeft }
}

/** Returns whether a known person's evidence was submitted on a device other than this unproven one. */
async function isOfOtherDevice(
  context: VerificationContext,
  { journey, shownOn }: JourneyState,
  session: Session,
): Promise<boolean> {
  if (shownOn !== undefined && shownOn === session.ssiWallet) return false
  return (await proofOf(context, journey, session)) === 'none'
}
