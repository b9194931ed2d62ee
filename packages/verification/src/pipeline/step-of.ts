import type { FailureScreen, FrameStep, Stage } from '@touchstone/contract'
import { statusesOf } from '@touchstone/kyc'
import { showCapture } from '../capture/judge-capture.ts'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { receiptOfPerson } from '../forget/receipt.ts'
import { attemptLimits } from '../journey/apply-outcome.ts'
import { loadState } from '../journey/load-state.ts'
import { openHeldReview } from '../journey/review-room.ts'
import { selectOpenRequest } from '../people/person-request-store.ts'
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
  const { journey, program, failure, pausedUntil, review } = state
  const receipt = await receiptOfPerson(context, journey.personId)
  if (receipt) return { step: { name: 'forgotten', receipt }, stage: 'consent' }
  const request = await selectOpenRequest(journeyTablesOf(context), journey.personId)
  if (request) {
    const locked = await isLocked(context, state, session)
    if (locked && session.faceAgain) return { step: await showCapture(context, state), stage: 'liveness' }
    return { step: await showRequest(context, state, request, locked), stage: 'consent' }
  }
  const { withdrawnAt } = journey
  // Asks a returning person again whether to share the result.
  if (withdrawnAt && session.createdAt < withdrawnAt) {
    const open = await selectOpenRevocations(journeyTablesOf(context), journey.personId)
    const step = { name: 'withdrawn', at: withdrawnAt.getTime(), complete: open.length === 0 } as const
    return { step, stage: 'consent' }
  }
  const current = currentStep(state)
  const stage = current?.stage ?? 'consent'
  if (failure || journey.status === statusesOf(program).failed) {
    const screen = (failure?.screen ?? 'unknown') as FailureScreen
    const reason = failure?.reason ?? journey.reasonCode ?? 'unknown'
    if (pausedUntil !== undefined && pausedUntil > context.clock.now())
      return { step: { name: 'paused', screen, reason, until: pausedUntil }, stage }
    const attemptsLeft = attemptLimits.tries - state.tries
    return { step: { name: 'failed', screen, reason, retry: failure?.retry ?? 'start', attemptsLeft }, stage }
  }
  if (current && review && review.kind !== 'rescreening') {
    const { id, kind: what, since } = review
    const owner = { journeyId: journey.id, personId: journey.personId, merchantId: program.merchantId }
    const held = review.isHeld ? await openHeldReview(context, { id, ...owner }) : undefined
    return { step: { name: 'review', what, since, ...(held && { held }) }, stage }
  }
  if (await isLocked(context, state, session)) {
    if (session.faceAgain) return { step: await showCapture(context, state), stage: 'liveness' }
    return { step: await showLocked(context, state), stage }
  }
  if (!current) return { step: await showComplete(context, state, session), stage: 'consent' }
  // The current step runs automatically, and the page polls its state.
  if (isReused(state, current))
    return { step: { name: 'working', works: [{ name: 'issue', state: 'running' }] }, stage }
  if (session.role === 'own' && session.commitment === null)
    return { step: { name: 'wallet-missing', commitment: '', face: false }, stage }
  return { step: await current.show(context, state, session), stage }
}
