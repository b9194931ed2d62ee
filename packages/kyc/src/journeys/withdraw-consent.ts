import { retryOnConflict } from '@touchstone/storage'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { withdrawEvents } from '../events/event-store.ts'
import { recordJourneyEvents } from '../events/record-event.ts'
import { selectProgramOf } from '../programs/program-store.ts'
import { insertAccountEvent, withdrawAccountsOf } from './account-store.ts'
import { lockProgramTotal, selectJourney, unlist, updateEnded } from './journey-store.ts'
import { selectJourneysAt } from './person-store.ts'
import { statusesOf } from './statuses.ts'

export const withdrawnCode = 'consent.withdrawn'

/**
 * Ends everything that a person shared with one merchant, in one program or in all programs, for all
 * accounts. Called when the person withdraws consent and when the merchant gives up the result. The merchant
 * then sees "Not Started", receives no earlier event, and the journals keep the history. `before` writes additional changes in the same
 * transaction.
 */
export async function withdrawConsent(
  context: KycContext,
  input: { personId: number; merchantId: number; journeyIds?: readonly number[]; actor: string },
  before?: (db: KycDb) => Promise<void>,
): Promise<void> {
  const { actor, journeyIds } = input
  await retryOnConflict(() =>
    tablesOf(context)
      .transaction()
      .execute(async (db) => {
        const at = new Date(context.clock.now())
        await before?.(db)
        for (const { id: journeyId, programId } of await selectJourneysAt(db, input)) {
          if (journeyIds && !journeyIds.includes(journeyId)) continue
          await lockProgramTotal(db, programId)
          const journey = await selectJourney(db, journeyId)
          const accounts = await withdrawAccountsOf(db, journeyId, at)
          for (const accountId of accounts)
            await insertAccountEvent(db, {
              ...{ journeyId, accountId, event: 'ended', actor, reasonCode: withdrawnCode, at },
            })
          if (!journey || accounts.length === 0) continue
          const program = await selectProgramOf(db, journey)
          const isPassed = journey.status === statusesOf(program).passed
          await withdrawEvents(db, journeyId)
          const status = isPassed ? 'Not Started' : journey.status
          await recordJourneyEvents(db, { program, journeyId, status, at }, ['withdrawn'])
          if (!isPassed || journey.withdrawnAt) continue
          await updateEnded(db, journeyId, { withdrawn_at: at })
          await unlist(db, journey)
        }
      }),
  )
}
