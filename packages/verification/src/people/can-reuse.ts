import { dayOf, failureReasons } from '@touchstone/credential'
import { type loadJourney, tokensOfPerson } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { programOnChain } from '../program-on-chain.ts'
import { heldCredentials } from './held-credential.ts'
import { selectPassedChecks } from './person-journeys-store.ts'

/** Whether the person holds what the program asks for: then nothing is done twice. */
export async function canReuse(
  context: VerificationContext,
  { journey, program, merchant }: NonNullable<Awaited<ReturnType<typeof loadJourney>>>,
): Promise<boolean> {
  const { kind, questions } = programOnChain(merchant.mchNo, program)
  const held = await heldCredentials(context, journey.personId)
  const found = held.findLast((each) => each.kind === kind)
  if (!found) return false
  // What a credential answers may be less than a program asks: where any age or country will do, none may have been looked
  // for. What was never checked is not said to be passed.
  const passed = await selectPassedChecks(journeyTablesOf(context), journey.personId)
  if (!program.checks.every((check) => passed.has(check))) return false
  const tokens = await tokensOfPerson(context.kyc, journey.personId)
  if (!tokens.some(({ chainId }) => chainId === context.chains.home)) return false
  return failureReasons(found.credential, questions, { today: dayOf(context.clock.now()) }).length === 0
}
