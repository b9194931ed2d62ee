import { loadJourney, withdrawConsent } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext, type VerificationDb } from '../context.ts'
import { otherStep } from '../other-step.ts'
import { isKnownTo } from '../people/person-journeys-store.ts'
import type { Session } from '../sessions/session.ts'
import { revocationJob } from './finish-revocation.ts'
import { orderRevocation } from './order-revocation.ts'

/**
 * Withdraws the consent for this page's merchant. The credential and the results shared with other merchants
 * remain.
 */
export async function withdraw(context: VerificationContext, session: Session): Promise<void> {
  const loaded = session.journeyId === null ? undefined : await loadJourney(context.kyc, session.journeyId)
  if (!loaded) throw otherStep()
  const { personId } = loaded.journey
  const { merchantId } = loaded.program
  if (!(await isKnownTo(journeyTablesOf(context), personId, merchantId))) throw otherStep()
  const order = orderRevocation(context, { personId, merchantId, reason: 'withdrawn', burns: false })
  let revocationId: number | undefined
  await withdrawConsent(context.kyc, { personId, merchantId, actor: 'user' }, async (db) => {
    revocationId = await order(db as unknown as VerificationDb)
  })
  if (revocationId !== undefined) await context.jobs.send(revocationJob, { revocationId })
}
