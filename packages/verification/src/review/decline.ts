import { reverseCheck, revokeGrant, selectJourneysAt, tablesOf } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { applyOutcome } from '../journey/apply-outcome.ts'
import { endedStatuses } from '../journey/ended-statuses.ts'
import { loadState } from '../journey/load-state.ts'
import { insertReview, type ReviewRow } from '../journey/review-store.ts'
import { insertHandle, selectHandlesOf } from '../people/credential-store.ts'
import { selectJourneysInProgress, selectShared } from '../people/person-journeys-store.ts'
import { revocationJob } from '../revocation/finish-revocation.ts'
import { orderRevocation } from '../revocation/order-revocation.ts'
import { revokePerson } from '../revocation/revoke-person.ts'
import { reviewDetailColumn } from '../sealed-columns.ts'
import { screeningStep } from '../steps/screening.ts'
import type { ReviewDecision } from './review-decision.ts'
import { checkOf, detailOf } from './review-detail.ts'

type Person = { personId: number; svcId: string }

/**
 * Declines a person for being the listed party. Ends the journeys in progress and revokes all results shared
 * with merchants.
 */
export async function declineEverywhere(
  context: VerificationContext,
  review: ReviewRow,
  by: string,
  person: Person,
): Promise<void> {
  await declineIn(context, review, { by }, person)
  await revokePerson(context, person)
}

/**
 * Declines a person for one merchant's programs. Opens a review in which the operator decides for all other
 * merchants, because a merchant must not end a person's relationship with another merchant.
 */
export async function declineAtMerchant(
  context: VerificationContext,
  review: ReviewRow,
  { by, onlyOf: merchantId }: Pick<ReviewDecision, 'by'> & { onlyOf: number },
  person: Person,
): Promise<void> {
  const db = journeyTablesOf(context)
  const at = new Date(context.clock.now())
  await declineIn(context, review, { by, onlyOf: merchantId }, person)
  const own = await selectJourneysAt(tablesOf(context.kyc), { personId: person.personId, merchantId })
  const programs = new Set(own.map(({ programId }) => programId))
  const which = { personId: person.personId, merchantId, journeyIds: own.map(({ id }) => id) }
  const order = orderRevocation(context, {
    ...{ ...which, reason: 'listed', burns: false },
    ending: { merchantId, programId: null },
  })
  const revocationId = await db.transaction().execute(async (tables) => {
    for (const { handle, programId } of await selectHandlesOf(tables, person.personId))
      if (programs.has(programId)) await insertHandle(tables, { handle, programId, at })
    return await order(tables)
  })
  for (const { id } of own) await revokeGrant(context.kyc, id)
  if (revocationId !== undefined) await context.jobs.send(revocationJob, { revocationId })
  const { journeyId, attempt } = review
  const detail = JSON.stringify({ ...detailOf(context, review), confirmedBy: 'merchant' })
  const detailSealed = context.vault.seal(detail, reviewDetailColumn.at(journeyId, attempt, 'rescreening'))
  const further = { journeyId, attempt, kind: 'rescreening', forOperator: true } as const
  await insertReview(db, { ...further, detailSealed, at })
}

async function declineIn(
  context: VerificationContext,
  review: ReviewRow,
  { by, onlyOf }: Pick<ReviewDecision, 'by' | 'onlyOf'>,
  { personId }: Person,
): Promise<void> {
  const db = journeyTablesOf(context)
  const check = checkOf(context, review, by, false)
  const actor = onlyOf === undefined ? 'operator' : 'merchant'
  const declined = { screen: 'not-eligible', reason: 'screening.declined', checks: [check] } as const
  for (const journeyId of await selectJourneysInProgress(db, personId, endedStatuses)) {
    const state = await loadState(context, journeyId)
    if (onlyOf !== undefined && state.program.merchantId !== onlyOf) continue
    await applyOutcome(context, state, screeningStep, { kind: 'negative', ...declined }, actor)
  }
  for (const { journeyId, merchantId } of await selectShared(db, personId))
    if (onlyOf === undefined || merchantId === onlyOf)
      await reverseCheck(context.kyc, journeyId, check, actor)
}
