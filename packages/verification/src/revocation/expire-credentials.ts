import { dayOf } from '@touchstone/credential'
import { expireResult, type KycDb } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { updateRevoked } from '../people/credential-store.ts'
import { heldCredentials } from '../people/held-credential.ts'
import { selectExpired, selectResultsOf } from './expired-store.ts'
import { revocationJob } from './finish-revocation.ts'
import { orderRevocation } from './order-revocation.ts'

/** The kinds of programs that rest on a kind of credential. */
const programKinds = { personhood: 'MeID', kyc: 'KYC', address: 'PoA', investor: 'PoAI' } as const

/** A credential is over: the results that rest on it are shared no longer, here or on chains. The person may come again. */
export async function expireCredentials(context: VerificationContext, personId: number): Promise<void> {
  const db = journeyTablesOf(context)
  const now = context.clock.now()
  const today = dayOf(now)
  const expired = await selectExpired(db, { personId, today })
  const kinds = expired.map((kind) => programKinds[kind as keyof typeof programKinds])
  const journeyIds = await selectResultsOf(db, { personId, kinds })
  const order = orderRevocation(context, {
    ...{ personId, reason: 'expired', journeyIds, expiredBefore: today },
    // The token says what the person still has; without anything it has nothing to say.
    burns: (await heldCredentials(context, personId)).length === 0,
  })
  const revocationId = await db.transaction().execute(async (tables) => {
    const ordered = await order(tables)
    await updateRevoked(tables, personId, new Date(now), today)
    for (const journeyId of journeyIds)
      await expireResult(tables as unknown as KycDb, journeyId, new Date(now))
    return ordered
  })
  if (revocationId !== undefined) await context.jobs.send(revocationJob, { revocationId })
}
