import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { endGrants } from './end-grants.ts'
import { updateEnded } from './journey-store.ts'

/** Ends the sharing of a result. */
export async function revokeGrant(context: KycContext, journeyId: number): Promise<void> {
  const at = new Date(context.clock.now())
  await tablesOf(context)
    .transaction()
    .execute((db) =>
      endGrants(db, { journeyId, moment: 'revoked', actor: 'server', reasonCode: 'person.revoked', at }),
    )
}

/**
 * Marks the credential on which a result is based as expired, within a transaction. The person can be
 * verified again.
 */
export async function expireResult(db: KycDb, journeyId: number, at: Date): Promise<void> {
  await endGrants(db, { journeyId, moment: 'expired', actor: 'server', reasonCode: 'credential.expired', at })
  await updateEnded(db, journeyId, { expired_at: at })
}
