import { loadJourney } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { draftColumn } from '../sealed-columns.ts'
import type { Draft } from './draft.ts'
import type { JourneyState } from './journey-state.ts'
import { selectReceiptOf } from './receipt-store.ts'
import { selectOpenReview } from './review-store.ts'
import { selectChecks, selectLastRevocation, selectVerification } from './verification-store.ts'

export async function loadState(context: VerificationContext, journeyId: number): Promise<JourneyState> {
  const db = journeyTablesOf(context)
  // Read first, so that a revocation during the following queries is noticed when a credential is stored.
  const lastRevocation = await selectLastRevocation(db, { journeyId })
  const loaded = await loadJourney(context.kyc, journeyId)
  const row = await selectVerification(db, journeyId)
  if (!loaded || !row) throw new Error("the session's journey has not begun")
  const { attempt, personId } = loaded.journey
  const [checks, review, receipt] = [
    await selectChecks(db, journeyId, attempt),
    await selectOpenReview(db, journeyId, attempt),
    await selectReceiptOf(db, personId),
  ]
  return {
    ...loaded,
    draft: row.draftSealed
      ? (JSON.parse(context.vault.open(row.draftSealed, draftColumn.at(journeyId))) as Draft)
      : {},
    checks: new Map(checks.map(({ check, passed }) => [check, passed])),
    failure: row.failure ?? undefined,
    tries: row.tries,
    pausedUntil: row.pausedUntil?.getTime(),
    reused: row.reused,
    delegated: row.delegated,
    proofChallenge: row.proofChallenge ?? undefined,
    approval: row.approval ?? undefined,
    shownOn: row.shownOn ?? undefined,
    forgotten: receipt?.receiptId,
    lastRevocation,
    review: review && {
      id: review.id,
      kind: review.kind,
      since: review.openedAt.getTime(),
      isHeld: review.heldAt !== null,
    },
  }
}
