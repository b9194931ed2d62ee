import { revokeGrant, tokensOfPerson } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { insertHandle, selectHandlesOf, updateRevoked } from './credential-store.ts'
import { selectPersonsJourneys } from './person-journeys-store.ts'

/** What was issued and shared is good no more: the credential, its proofs, the grants, the token's kinds. */
export async function revokePerson(context: VerificationContext, personId: number): Promise<void> {
  const db = journeyTablesOf(context)
  const at = new Date(context.clock.now())
  await db.transaction().execute(async (tables) => {
    await updateRevoked(tables, personId, at)
    for (const { handle, programId } of await selectHandlesOf(tables, personId))
      await insertHandle(tables, { handle, programId, at })
  })
  for (const journeyId of await selectPersonsJourneys(db, personId)) await revokeGrant(context.kyc, journeyId)
  const tokens = await tokensOfPerson(context.kyc, personId)
  for (const { chainId, tokenId } of distinct(tokens)) {
    const minter = await context.chains.minter(chainId)
    await minter.burn({ tokenId: BigInt(tokenId) })
  }
}

function distinct<Token extends { chainId: string; tokenId: string }>(tokens: readonly Token[]): Token[] {
  return [...new Map(tokens.map((token) => [`${token.chainId}:${token.tokenId}`, token])).values()]
}
