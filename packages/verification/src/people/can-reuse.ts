import { dayOf, failureReasons } from '@touchstone/credential'
import { type loadJourney, tokensOfPerson } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { programOnChain } from '../program-on-chain.ts'
import { heldCredentials } from './held-credential.ts'
import { selectPassedChecks } from './person-journeys-store.ts'

/** Returns whether the person already has everything that the program requires. */
export async function canReuse(
  context: VerificationContext,
  { journey, program, merchant }: NonNullable<Awaited<ReturnType<typeof loadJourney>>>,
): Promise<boolean> {
  if (program.test) return false
  const { kind, questions } = programOnChain(merchant.mchNo, program)
  const held = await heldCredentials(context, journey.personId, merchant.id)
  const found = held.findLast((each) => each.kind === kind)
  if (!found) return false
  const needsColours = (kind === 'kyc' || kind === 'personhood') && !program.colourFree
  if (needsColours && !found.credential.checks.includes('liveness-colours')) return false
  // Considers the passed checks in addition to the credential, because a credential can meet a program's
  // requirements without these checks. For example, if the program accepts any age, the age might never have
  // been checked. The person must have passed every check that the result reports.
  const passed = await selectPassedChecks(journeyTablesOf(context), journey.personId, merchant.id)
  if (!program.checks.every((check) => passed.has(check))) return false
  const tokens = await tokensOfPerson(context.kyc, journey.personId)
  if (!tokens.some(({ chainId }) => chainId === context.chains.home)) return false
  return failureReasons(found.credential, questions, { today: dayOf(context.clock.now()) }).length === 0
}
