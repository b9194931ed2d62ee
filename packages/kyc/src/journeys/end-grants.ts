import type { KycDb } from '../context.ts'
import { endGrantsOf, insertAccountEvent, type JourneyAccount, updateAccount } from './account-store.ts'

type Ending = { actor: string; reasonCode: string; at: Date }

/** Ends the grants of all of a journey's accounts. */
export async function endGrants(db: KycDb, input: { journeyId: number } & Ending): Promise<void> {
  const { journeyId, at, ...why } = input
  for (const { id: accountId } of await endGrantsOf(db, journeyId, at))
    await insertAccountEvent(db, { journeyId, accountId, event: 'ended', at, ...why })
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
