import { dayOf } from '@touchstone/credential'
import { lineOf, moveJourney } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext, type VerificationDb } from '../context.ts'
import { forget } from '../forget/forget-person.ts'
import { endedStatuses } from '../pipeline/ended-statuses.ts'
import { loadState } from '../pipeline/load-state.ts'
import { updateVerification } from '../pipeline/verification-store.ts'
import { clearIdentity, selectAbandoned, selectLongGone, selectOverdue } from './expiry-store.ts'
import { faceprintName } from './faceprint-name.ts'
import { retention } from './retention.ts'

const dayMs = 86_400_000

/** Lets go of what was kept as long as people were told. Runs every day; may be stopped and run again. */
export async function expirePeople(
  context: VerificationContext,
): Promise<{ abandoned: number; cleared: number; forgotten: number }> {
  const db = journeyTablesOf(context)
  const now = context.clock.now()
  const before = (days: number) => new Date(now - days * dayMs)

  const abandoned = await selectAbandoned(db, before(retention.abandonedDays), endedStatuses)
  for (const journeyId of abandoned) {
    const { program, journey } = await loadState(context, journeyId)
    const move = { to: lineOf(program).failed, actor: 'server', reasonCode: 'journey.abandoned' }
    await moveJourney(context.kyc, { journeyId, ifSeq: journey.seq, ...move }, async (tables) => {
      const change = { draft_sealed: null, failure: null, proof_challenge: null, approval: null }
      await updateVerification(tables as unknown as VerificationDb, journeyId, change, new Date(now))
    })
  }

  const overdue = await selectOverdue(db, dayOf(now))
  const gallery = overdue.length > 0 ? await context.trades.gallery() : undefined
  for (const { personId, svcId } of overdue) {
    await gallery?.remove(faceprintName(context.vault, svcId))
    await clearIdentity(db, personId, new Date(now))
  }

  const gone = await selectLongGone(db, before(retention.resultDays))
  for (const { personId, svcId } of gone) await forget(context, personId, svcId, 'server')
  return { abandoned: abandoned.length, cleared: overdue.length, forgotten: gone.length }
}
