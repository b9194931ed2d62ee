import type { KycDb } from '../context.ts'
import { endGrantsOf, insertAccountEvent, type JourneyAccount, updateAccount } from './account-store.ts'

type Ending = { actor: string; reasonCode: string; at: Date }

/** What a journey had shared, for whichever account, is shared no longer. */
export async function endGrants(db: KycDb, input: { journeyId: number } & Ending): Promise<void> {
  const { journeyId, at, ...why } = input
  for (const { id: accountId } of await endGrantsOf(db, journeyId, at))
    await insertAccountEvent(db, { journeyId, accountId, event: 'ended', at, ...why })
}

/** Of one account alone, of which the result is said no longer: another account has it. */
export async function endGrantOf(
  db: KycDb,
  { id: accountId, journeyId }: Pick<JourneyAccount, 'id' | 'journeyId'>,
  { at, ...why }: Ending,
): Promise<void> {
  await updateAccount(db, accountId, { granted_at: null, revoked_at: at })
  await insertAccountEvent(db, { journeyId, accountId, event: 'ended', at, ...why })
}
