import type { KycDb } from '../context.ts'
import { endGrant, endGrantsOf, insertAccountEvent, type JourneyAccount } from './account-store.ts'

type Ending = { actor: string; reasonCode: string; at: Date }

/** What a journey had shared, for whichever account, is shared no longer. */
export async function endGrants(db: KycDb, input: { journeyId: number } & Ending): Promise<void> {
  const { journeyId, at, ...why } = input
  for (const { id: accountId } of await endGrantsOf(db, journeyId, at))
    await insertAccountEvent(db, { journeyId, accountId, event: 'ended', at, ...why })
}

/** Of one account alone. */
export async function endGrantOf(
  db: KycDb,
  { id: accountId, journeyId }: Pick<JourneyAccount, 'id' | 'journeyId'>,
  { at, ...why }: Ending,
): Promise<void> {
  await endGrant(db, accountId, at)
  await insertAccountEvent(db, { journeyId, accountId, event: 'ended', at, ...why })
}
