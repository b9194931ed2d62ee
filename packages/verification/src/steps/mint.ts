import type { MintCall, RequestOptions } from '@touchstone/chain'
import type { FrameStep } from '@touchstone/contract'
import type { VerificationContext } from '../context.ts'
import { evidenceOf } from '../journey/evidence.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import type { Outcome, Step } from '../journey/step.ts'
import { mintOrder } from '../people/mint-order.ts'
import { showWork } from './show-work.ts'

export const lookAgainSeconds = 1

/** Mints the soulbound token to the person's own wallet on the home chain. */
export const mintStep: Step<undefined> = {
  name: 'mint',
  stage: 'mint',
  automatic: true,
  needs: () => true,
  requires: 'home-chain',
  reaches: () => 'SBT Minted',
  show: async (_context, state): Promise<FrameStep> => showWork(state, 'mint'),

  async run(context, state): Promise<Outcome> {
    return await requestMint(context, context.chains.home, await callOf(context, state))
  },

  async again(context, state) {
    await requestMint(context, context.chains.home, await callOf(context, state), { again: true })
  },
}

async function callOf(context: VerificationContext, state: JourneyState): Promise<MintCall> {
  const { person, kind, validUntil, ssiWallet: to } = await mintOrder(context, state)
  return { person, to, kind, validUntil }
}

/** Requests a token and returns its current state. Idempotent. */
export async function requestMint(
  context: VerificationContext,
  chainId: string,
  call: MintCall,
  options?: RequestOptions,
): Promise<Outcome & { kind: 'passed' | 'wait' | 'again' }> {
  const minter = await context.chains.minter(chainId)
  const { mintId, job } = await minter.requestMint(call, options)
  if (job.status === 'failed') {
    context.logger.error({ chainId, reason: job.reason?.code }, 'a token could not be minted')
    return { kind: 'again', screen: 'unknown', reason: 'chain.mint-failed', counted: false }
  }
  const tokenId = job.status === 'final' ? await minter.tokenOf(mintId) : undefined
  if (tokenId === undefined) return { kind: 'wait', seconds: lookAgainSeconds }
  const check = {
    check: `token-${chainId}`,
    passed: true,
    checker: 'SvcSBT',
    evidenceHash: evidenceOf(context.vault, chainId, String(tokenId), mintId),
  }
  return { kind: 'passed', checks: [check], token: { chainId, tokenId: String(tokenId) } }
}
