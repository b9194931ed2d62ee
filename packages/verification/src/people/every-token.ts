import { tokensOfPerson } from '@touchstone/kyc'
import type { VerificationContext } from '../context.ts'
import { personOnChain } from '../program-on-chain.ts'

export type TokenOnChain = { chainId: string; tokenId: string }

/**
 * Returns all tokens of a person without duplicates: tokens that are recorded in journeys, and tokens that
 * were requested from a chain before a journey stopped. Waits for tokens that are being minted, unless `waits` is
 * false.
 */
export async function everyToken(
  context: VerificationContext,
  { personId, svcId, waits = true }: { personId: number; svcId: string; waits?: boolean },
): Promise<TokenOnChain[]> {
  const tokens = [
    ...(await tokensOfPerson(context.kyc, personId)),
    ...(await context.chains.mintedFor(personOnChain(context.vault, svcId), { waits })),
  ]
  const distinct = new Map(
    tokens.map(({ chainId, tokenId }) => [`${chainId}:${tokenId}`, { chainId, tokenId }]),
  )
  return [...distinct.values()]
}
