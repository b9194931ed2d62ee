import { tokensOfPerson } from '@touchstone/kyc'
import type { VerificationContext } from '../context.ts'
import { personOnChain } from '../program-on-chain.ts'

export type TokenOnChain = { chainId: string; tokenId: string }

/**
 * Every token of a person's, each once: those that journeys know of, and those that a chain was still asked for when the
 * journey stopped. What is on its way is waited for.
 */
export async function everyToken(
  context: VerificationContext,
  { personId, svcId }: { personId: number; svcId: string },
): Promise<TokenOnChain[]> {
  const tokens = [
    ...(await tokensOfPerson(context.kyc, personId)),
    ...(await context.chains.mintedFor(personOnChain(context.vault, svcId))),
  ]
  const distinct = new Map(
    tokens.map(({ chainId, tokenId }) => [`${chainId}:${tokenId}`, { chainId, tokenId }]),
  )
  return [...distinct.values()]
}
