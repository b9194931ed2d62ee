import { type KycContext, tablesOf } from '../context.ts'
import { endGrants } from './end-grants.ts'
import { insertDecision, selectJourney, updateVerdict } from './journey-store.ts'
import type { Decision } from './record-move.ts'

/**
 * Reverses a check that passed before the result was shared. The result then reports the new verdict, and the
 * grant is revoked. The journal keeps the earlier status as history.
 */
export async function reverseCheck(
  context: KycContext,
  journeyId: number,
  decision: Decision,
  actor: 'operator' | 'merchant' = 'operator',
): Promise<void> {
  await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const journey = await selectJourney(db, journeyId)
      if (!journey) return
      const at = new Date(context.clock.now())
      const { seq, attempt } = journey
      await insertDecision(db, { journeyId, seq, attempt, ...decision, at })
      await updateVerdict(db, journeyId, decision)
      const reasonCode = `${decision.check}.reversed`
      await endGrants(db, { journeyId, moment: 'revoked', actor, reasonCode, at })
    })
}
