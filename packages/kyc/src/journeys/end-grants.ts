import type { KycDb } from '../context.ts'
import { recordJourneyEvents } from '../events/record-event.ts'
import { selectProgramOf } from '../programs/program-store.ts'
import { endGrantsOf, insertAccountEvent, type JourneyAccount, updateAccount } from './account-store.ts'
import { selectJourney } from './journey-store.ts'

type Ending = { actor: string; reasonCode: string; at: Date }

/**
 * Ends the grants of all of a journey's accounts. If the merchant could rely on one of them, records the event
 * that reports why it no longer can.
 */
export async function endGrants(
  db: KycDb,
  input: { journeyId: number; moment: 'revoked' | 'expired' } & Ending,
): Promise<void> {
  const { journeyId, moment, at, ...why } = input
  const ended = await endGrantsOf(db, journeyId, at)
  for (const { id: accountId } of ended)
    await insertAccountEvent(db, { journeyId, accountId, event: 'ended', at, ...why })
  const journey = ended.some(({ grantedAt }) => grantedAt !== null) && (await selectJourney(db, journeyId))
  if (!journey) return
  const program = await selectProgramOf(db, journey)
  await recordJourneyEvents(db, { program, journeyId, status: journey.status, at }, [moment])
}

/**
 * Ends one account's grant because the grant has moved to another account. The previous account no longer
 * reports the result.
 */
export async function endGrantOf(
  db: KycDb,
  { id: accountId, journeyId }: Pick<JourneyAccount, 'id' | 'journeyId'>,
  { at, ...why }: Ending,
): Promise<void> {
  await updateAccount(db, accountId, { granted_at: null, revoked_at: at })
  await insertAccountEvent(db, { journeyId, accountId, event: 'ended', at, ...why })
}
