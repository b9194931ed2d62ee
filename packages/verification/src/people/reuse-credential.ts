import { leafOf } from '@touchstone/credential'
import { tokensOfPerson } from '@touchstone/kyc'
import type { VerificationContext } from '../context.ts'
import { evidenceOf } from '../journey/evidence.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import type { CheckResult, Outcome, Step } from '../journey/step.ts'
import { isProvenToContract, programOnChain } from '../program-on-chain.ts'
import { heldCredentials } from './held-credential.ts'

/**
 * What is still done for a person who has it all: the merchant's chain, the consent, and the lists of today. Whom another
 * merchant's review has cleared is not cleared for this one.
 */
const notReused = new Set(['screening', 'on-chain', 'consent'])
const checkedAnew = 'sanction'

/** Whether a step is done at once for a person who holds the credential. */
export function isReused({ reused, program }: JourneyState, { name }: Step): boolean {
  // A contract takes only a proof that was made for it.
  const isForContract = name === 'proof' && isProvenToContract(program)
  return reused && !notReused.has(name) && !isForContract
}

/** The outcome of a step whose work was done before: the credential that the person holds is its evidence. */
export async function reuseCredential(
  context: VerificationContext,
  state: JourneyState,
  step: Step,
): Promise<Outcome | undefined> {
  if (!isReused(state, step)) return undefined
  const { journey, program, merchant } = state
  const { kind } = programOnChain(merchant.mchNo, program)
  const held = await heldCredentials(context, journey.personId)
  const credential = held.findLast((each) => each.kind === kind)?.credential
  if (!credential) return undefined
  const evidenceHash = evidenceOf(context.vault, String(leafOf(credential)))
  const decided = (check: string): CheckResult => ({
    check,
    passed: true,
    checker: 'credential held already',
    evidenceHash,
  })
  const names = new Set<string>([step.check ?? step.name, ...program.checks])
  names.delete(checkedAnew)
  const checks = [...names].filter((name) => !state.checks.has(name)).map(decided)
  if (step.name !== 'mint') return { kind: 'passed', checks }
  const tokens = await tokensOfPerson(context.kyc, journey.personId)
  const token = tokens.find(({ chainId }) => chainId === context.chains.home)
  if (!token) return undefined
  return { kind: 'passed', checks, token: { chainId: token.chainId, tokenId: token.tokenId } }
}
