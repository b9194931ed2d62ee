import { leafOf } from '@touchstone/credential'
import { tokensOfPerson } from '@touchstone/kyc'
import type { VerificationContext } from '../context.ts'
import { evidenceOf } from '../journey/evidence.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import type { CheckResult, Outcome, Step } from '../journey/step.ts'
import { isProvenToContract, programOnChain } from '../program-on-chain.ts'
import { heldCredentials } from './held-credential.ts'

/**
 * The steps that are never skipped: registration on the merchant's chain, consent, and screening against
 * current lists. Screening is repeated because a hit that was cleared for one merchant is not cleared for
 * another.
 */
const notReused = new Set(['screening', 'on-chain', 'consent'])
const alwaysScreened = 'sanction'

/** Returns whether a step passes without input because the person already has a credential. */
export function isReused({ reused, program }: JourneyState, { name }: Step): boolean {
  // A contract accepts only proofs made for it.
  const isForContract = name === 'proof' && isProvenToContract(program)
  return reused && !notReused.has(name) && !isForContract
}

/** Returns the outcome of a step that was completed earlier, with the person's credential as evidence. */
export async function reuseCredential(
  context: VerificationContext,
  state: JourneyState,
  step: Step,
): Promise<Outcome | undefined> {
  if (!isReused(state, step)) return undefined
  const { journey, program, merchant } = state
  const { kind } = programOnChain(merchant.mchNo, program)
  const held = await heldCredentials(context, journey.personId, merchant.id)
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
  names.delete(alwaysScreened)
  const checks = [...names].filter((name) => !state.checks.has(name)).map(decided)
  if (step.name !== 'mint') return { kind: 'passed', checks }
  const tokens = await tokensOfPerson(context.kyc, journey.personId)
  const token = tokens.find(({ chainId }) => chainId === context.chains.home)
  if (!token) return undefined
  return { kind: 'passed', checks, token: { chainId: token.chainId, tokenId: token.tokenId } }
}
