import { OperatorError, UserError } from '@touchstone/common'
import type { FrameStep } from '@touchstone/contract'
import {
  type AccountInput,
  type ChangedBy,
  findPersonId,
  insertAudit,
  loadJourney,
  tablesOf,
} from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { forget } from '../forget/forget-person.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { loadState } from '../journey/load-state.ts'
import { otherStep } from '../other-step.ts'
import { askRequest, sendSuspension } from '../people/ask-request.ts'
import { isFaceKnown } from '../people/is-face-known.ts'
import { noteFor, objectionHash, sendNotices, sendSoon } from '../people/notify.ts'
import {
  clearObjection,
  endRequest,
  type PersonRequest,
  recordObjection,
  selectDueRequests,
  selectOpenRequest,
} from '../people/person-request-store.ts'
import { proofOf } from '../people/proof-of.ts'
import { requestAccountColumn } from '../sealed-columns.ts'
import type { Session } from '../sessions/session.ts'
import { mayDecide } from './device-lock.ts'
import { grant } from './share-result.ts'

/**
 * Erases the person who uses this session. A known person must prove their identity with the device's key or
 * their face. If the face is the only proof, the erasure is delayed by a day, and the person can object.
 */
export async function forgetPerson(context: VerificationContext, session: Session): Promise<void> {
  const loaded = session.journeyId === null ? undefined : await loadJourney(context.kyc, session.journeyId)
  if (!loaded) throw otherStep()
  const { personId, svcId, id: journeyId } = loaded.journey
  const db = journeyTablesOf(context)
  const proof = await proofOf(context, loaded.journey, session)
  if (proof === 'none') throw notProven()
  if (proof === 'face') return await askRequest(context, session, { kind: 'forget', personId, journeyId })
  if (await selectOpenRequest(db, personId)) throw otherStep()
  if (proof === 'key') {
    await noteFor(context, db, { personId, kind: 'forgotten', session })
    // Notices must be sent before the login's address is deleted.
    await sendNotices(context)
  }
  await forget(context, personId, svcId, 'user')
}

/** Returns the step that shows an open request. `locked` is true if this session cannot make the decision. */
export async function showRequest(
  context: VerificationContext,
  { journey }: Pick<JourneyState, 'journey'>,
  request: PersonRequest,
  locked: boolean,
): Promise<FrameStep> {
  const { kind, dueAt, objectedAt } = request
  const isObjected = objectedAt !== null
  return {
    name: 'request',
    what: kind,
    due: dueAt.getTime(),
    objected: isObjected,
    decides: [
      ...(locked ? [] : (['cancel'] as const)),
      ...(!locked && isObjected ? (['continue'] as const) : []),
      ...(locked && !isObjected ? (['object'] as const) : []),
    ],
    face: locked && (await isFaceKnown(context, journey.svcId).catch(() => false)),
  }
}

/** Ends or continues an open request, or objects to it. The login alone is enough to object. */
export async function decideRequest(
  context: VerificationContext,
  session: Session,
  { decision }: { decision: 'cancel' | 'continue' | 'object' },
): Promise<void> {
  const loaded = session.journeyId === null ? undefined : await loadJourney(context.kyc, session.journeyId)
  const db = journeyTablesOf(context)
  const request = loaded && (await selectOpenRequest(db, loaded.journey.personId))
  if (!loaded || !request || session.role !== 'own') throw otherStep()
  const at = new Date(context.clock.now())
  if (decision === 'object') {
    if (!(await recordObjection(db, { id: request.id }, at))) throw otherStep()
    return
  }
  const proof = await proofOf(context, loaded.journey, session)
  if (!(await mayDecide(context, request, session, proof))) throw notProven()
  await settleRequest(context, request, decision)
}

/** Objects to a request with the secret from a notice's link, which works once. */
export async function objectBySecret(
  context: VerificationContext,
  { secret }: { secret: string },
): Promise<void> {
  const at = new Date(context.clock.now())
  const hash = objectionHash(context, secret)
  if (await recordObjection(journeyTablesOf(context), { hash }, at)) return
  throw new UserError({
    code: 'objection.over',
    message: 'This link has already been used, or the request has ended.',
    remedy: 'Open the verification on the site to see what happened.',
  })
}

/** Applies a decision. A continued request is performed when its waiting time is over. */
export async function settleRequest(
  context: VerificationContext,
  request: PersonRequest,
  decision: 'cancel' | 'continue',
): Promise<void> {
  const db = journeyTablesOf(context)
  if (decision === 'continue') {
    await clearObjection(db, request.id)
    return await finishRequests(context)
  }
  await endRequest(db, request, { outcome: 'cancelled', at: new Date(context.clock.now()) })
  await sendSuspension(context, request.personId)
}

/** Performs the requests whose waiting time is over. */
export async function finishRequests(context: VerificationContext): Promise<void> {
  const db = journeyTablesOf(context)
  const at = new Date(context.clock.now())
  for (const request of await selectDueRequests(db, at)) {
    const { accountSealed } = request
    const place = requestAccountColumn.at(request.personId, request.journeyId)
    const account = accountSealed && (JSON.parse(context.vault.open(accountSealed, place)) as AccountInput)
    const end = { outcome: 'done', at, unlessObjected: true } as const
    if (!(await endRequest(db, request, end))) continue
    try {
      await perform(context, request, account)
    } catch (error) {
      const { name, code } = error as { name: string; code?: string }
      context.logger.error({ request: request.id, code, reason: name }, 'request could not be performed')
    }
    // After an erasure, revocations replace the suspension, so that approvals are not valid in between.
    if (request.kind === 'move') await sendSuspension(context, request.personId)
  }
}

async function perform(
  context: VerificationContext,
  { kind, journeyId, personId }: PersonRequest,
  account: AccountInput | null,
): Promise<void> {
  const state = await loadState(context, journeyId)
  const session = { merchantId: state.merchant.id, locale: 'en' }
  const db = journeyTablesOf(context)
  if (kind === 'forget') {
    await noteFor(context, db, { personId, kind: 'forgotten', session })
    await sendNotices(context)
    return await forget(context, personId, state.journey.svcId, 'user')
  }
  if (!account) return
  await grant(context, state, { account, moves: true })
  await noteFor(context, db, { personId, kind: 'moved', session })
  await sendSoon(context)
}

function notProven(): UserError {
  return new UserError({
    code: 'person.not-proven',
    message: 'This requires the device that you used for the verification, or your face.',
    remedy: 'Open the page on that device, or show your face. If neither is possible, contact the site.',
  })
}

/**
 * Applies the operator's discretionary decision on a person's open request. The audit log names the operator.
 */
export async function decideRequestOf(
  context: VerificationContext,
  { svcId, decision }: { svcId: string; decision: 'continue' | 'cancel' },
  by: ChangedBy,
): Promise<{ kind: string }> {
  const db = journeyTablesOf(context)
  const personId = await findPersonId(context.kyc, svcId)
  const request = personId === undefined ? undefined : await selectOpenRequest(db, personId)
  if (!request)
    throw new OperatorError({
      code: 'user.no-request',
      message: 'This person has no open request.',
      remedy: 'Enter the svcId of a person whose move or erasure is pending.',
    })
  await insertAudit(context.kyc, tablesOf(context.kyc), {
    ...{ ...by, merchantId: null, action: 'people.request-decided', target: svcId },
    ...{ detail: { decision }, at: new Date(context.clock.now()) },
  })
  await settleRequest(context, request, decision)
  return { kind: request.kind }
}
