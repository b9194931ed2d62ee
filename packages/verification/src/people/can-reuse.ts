import { dayOf, whyNot } from '@touchstone/credential'
import { type loadJourney, tokensOfPerson } from '@touchstone/kyc'
import type { VerificationContext } from '../context.ts'
import { heldCredentials } from './held-credential.ts'
import { programOnChain } from './program-on-chain.ts'

/** Whether the person holds what the program asks for: then nothing is done twice. */
export async function canReuse(
  context: VerificationContext,
  { journey, program, merchant }: NonNullable<Awaited<ReturnType<typeof loadJourney>>>,
): Promise<boolean> {
  const { kind, questions } = programOnChain(merchant.mchNo, program)
  const held = await heldCredentials(context, journey.personId)
  const found = held.findLast((each) => each.kind === kind)
  if (!found) return false
  // Uniqueness and a live face are no attributes: the token tells that they were checked.
  const tokens = await tokensOfPerson(context.kyc, journey.personId)
  if (!tokens.some(({ chainId }) => chainId === context.chains.home)) return false
  return whyNot(found.credential, questions, { today: dayOf(context.clock.now()) }).length === 0
}
