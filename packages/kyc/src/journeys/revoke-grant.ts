import { type KycContext, tablesOf } from '../context.ts'
import { endGrants } from './end-grants.ts'

/** What was shared is shared no longer. */
export async function revokeGrant(context: KycContext, journeyId: number): Promise<void> {
  const at = new Date(context.clock.now())
  await tablesOf(context)
    .transaction()
    .execute((db) => endGrants(db, { journeyId, actor: 'server', reasonCode: 'person.revoked', at }))
}
