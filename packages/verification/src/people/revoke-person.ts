import { revokeGrant } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { insertHandle, selectHandlesOf, updateRevoked } from './credential-store.ts'
import { everyToken } from './every-token.ts'
import { selectPersonsJourneys } from './person-journeys-store.ts'

/** What was issued and shared is good no more: the credential, its proofs, the grants, the token. */
export async function revokePerson(
  context: VerificationContext,
  person: { personId: number; svcId: string },
): Promise<void> {
  const { personId } = person
  const db = journeyTablesOf(context)
  const at = new Date(context.clock.now())
  await db.transaction().execute(async (tables) => {
    await updateRevoked(tables, personId, at)
    for (const { handle, programId } of await selectHandlesOf(tables, personId))
      await insertHandle(tables, { handle, programId, at })
  })
  for (const journeyId of await selectPersonsJourneys(db, personId)) await revokeGrant(context.kyc, journeyId)
  for (const { chainId, tokenId } of await everyToken(context, person)) {
    const minter = await context.chains.minter(chainId)
    await minter.burn({ tokenId: BigInt(tokenId) })
  }
}
