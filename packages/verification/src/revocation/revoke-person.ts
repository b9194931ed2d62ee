import { revokeGrant } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { insertHandle, selectHandlesOf, updateRevoked } from '../people/credential-store.ts'
import { selectPersonsJourneys } from '../people/person-journeys-store.ts'
import { revocationJob } from './finish-revocation.ts'
import { lockPerson } from './merchant-ending-store.ts'
import { orderRevocation } from './order-revocation.ts'

/**
 * Revokes everything that was issued and shared: the credential, its proofs, the grants and the tokens. The
 * revocation takes effect in the store immediately and on each chain as soon as the chain is available.
 */
export async function revokePerson(
  context: VerificationContext,
  { personId }: { personId: number },
): Promise<void> {
  const db = journeyTablesOf(context)
  const at = new Date(context.clock.now())
  const order = orderRevocation(context, { personId, reason: 'listed', burns: true })
  const revocationId = await db.transaction().execute(async (tables) => {
    await lockPerson(tables, personId)
    const ordered = await order(tables)
    await updateRevoked(tables, personId, at)
    for (const { handle, programId } of await selectHandlesOf(tables, personId))
      await insertHandle(tables, { handle, programId, at })
    return ordered
  })
  for (const journeyId of await selectPersonsJourneys(db, personId)) await revokeGrant(context.kyc, journeyId)
  if (revocationId !== undefined) await context.jobs.send(revocationJob, { revocationId })
}
