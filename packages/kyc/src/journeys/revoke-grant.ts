import { type KycContext, tablesOf } from '../context.ts'
import { updateGrantRevoked } from './journey-store.ts'

/** What was shared is shared no longer. */
export async function revokeGrant(context: KycContext, journeyId: number): Promise<void> {
  await updateGrantRevoked(tablesOf(context), journeyId, new Date(context.clock.now()))
}
