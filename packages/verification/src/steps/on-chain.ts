import type { FrameStep } from '@touchstone/contract'
import { tokensOfPerson } from '@touchstone/kyc'
import { journeyTablesOf } from '../context.ts'
import { mintOrder } from '../people/mint-order.ts'
import { programOnChain } from '../people/program-on-chain.ts'
import { evidenceOf } from '../pipeline/evidence.ts'
import type { Outcome, Step } from '../pipeline/step.ts'
import { updateVerification } from '../pipeline/verification-store.ts'
import { askMint, lookAgainSeconds } from './mint.ts'
import { showWork } from './show-work.ts'

const approvalLookMs = 2000

/** The merchant's chain: a token in the user's wallet, and a grant, or the user's own approval, that contracts see. */
export const onChainStep: Step<undefined> = {
  name: 'on-chain',
  stage: 'mint',
  automatic: true,
  needs: ({ kind, mintMode }) => (kind === 'KYC' || kind === 'PoAI') && mintMode !== 'cross-chain',
  reaches: () => 'OnChain Minted',

  async show(_context, state): Promise<FrameStep> {
    const { approval } = state
    if (state.program.mintMode !== 'on-chain-transactional' || !approval?.asked || approval.sent)
      return showWork(state, 'on-chain')
    const { chainId = '', from = '', to = '', data = '', value = '0x0' } = approval
    return { name: 'approve', transaction: { chainId, from, to, data, value } }
  },

  async run(context, state): Promise<Outcome> {
    const { program, merchant, journey } = state
    const { chainId, mintMode } = program
    const order = await mintOrder(context, state)
    const onChain = programOnChain(merchant.mchNo, program)
    let token: { chainId: string; tokenId: string } | undefined
    if (chainId === context.chains.home) {
      const tokens = await tokensOfPerson(context.kyc, journey.personId)
      token = tokens.find((each) => each.chainId === chainId)
    } else {
      const { person, kind, validUntil, wallet: to } = order
      const minted = await askMint(context, chainId, { person, to, kind, validUntil })
      if (minted.kind !== 'passed') return minted
      token = minted.token
    }
    if (!token) throw new Error('a journey that has a token has none')
    await context.chains.ensureAsked(chainId, onChain)
    // From now on the contract takes the proof: before that a wallet would say that its transaction can't succeed.
    if (state.approval && !state.approval.asked) {
      const change = { approval: JSON.stringify({ ...state.approval, asked: 'yes' }) }
      await updateVerification(journeyTablesOf(context), journey.id, change, new Date(context.clock.now()))
    }
    const minter = await context.chains.minter(chainId)
    const user = order.wallet
    const { cooperator } = order
    if (mintMode === 'on-chain-mint') {
      const call = { cooperator, user, tokenId: BigInt(token.tokenId), validUntil: order.validUntil }
      const { job } = await minter.askGrant(call)
      if (job.status === 'failed')
        return { kind: 'again', screen: 'unknown', reason: 'chain.grant-failed', counted: false }
      if (job.status !== 'final') return { kind: 'wait', seconds: lookAgainSeconds }
    } else {
      try {
        await minter.waitForApproval({ cooperator, user }, { signal: AbortSignal.timeout(approvalLookMs) })
      } catch (error) {
        if ((error as Error).name !== 'TimeoutError') throw error
        return { kind: 'wait', seconds: lookAgainSeconds }
      }
    }
    const check = {
      check: 'on-chain',
      passed: true,
      checker: 'SvcVerifier',
      evidenceHash: evidenceOf(context.vault, chainId, token.tokenId, cooperator),
    }
    return { kind: 'passed', checks: [check], token: { chainId, tokenId: token.tokenId } }
  },
}
