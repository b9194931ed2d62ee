import type { MintOrder, RequestedJob, RequestOptions } from '@touchstone/chain'
import type { FrameStep } from '@touchstone/contract'
import { type AccountInput, statusesOf, tokensOfPerson } from '@touchstone/kyc'
import type { Approval } from '../approval.ts'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { evidenceOf } from '../journey/evidence.ts'
import { InvalidStateError } from '../journey/invalid-state-error.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import type { Outcome, Step } from '../journey/step.ts'
import { dropSent, mergeApproval } from '../journey/verification-store.ts'
import { registerOnChain } from '../on-chain/register-on-chain.ts'
import { mintOrder } from '../people/mint-order.ts'
import { selectIsSuspended } from '../people/person-request-store.ts'
import { isProvenToContract, onChainStatus } from '../program-on-chain.ts'
import { selectLastEnding } from '../revocation/revocation-store.ts'
import { lookAgainSeconds, requestMint } from './mint.ts'
import { showWork } from './show-work.ts'

/** A transaction that the chain does not know after this time is treated as lost or cancelled. */
const lostAfterMs = 10 * 60_000

/** The interval at which a step is repeated that waits for the end of the person's suspension. */
const lookAfterSuspensionSeconds = 300

/**
 * Creates everything that is checked by contracts on the merchant's chain: a token in the user's wallet, and
 * a grant or the user's own approval.
 */
export const onChainStep: Step<undefined> = {
  name: 'on-chain',
  stage: 'mint',
  automatic: true,
  needs: (program) => statusesOf(program).steps.includes(onChainStatus),
  requires: 'result-chain',
  reaches: () => onChainStatus,

  async show(_context, state): Promise<FrameStep> {
    const { approval } = state
    const isTurn = isProvenToContract(state.program) && approval?.asked && !approval.sent && !approval.seen
    if (!isTurn) return showWork(state, 'on-chain')
    const { chainId, from, to, data, value } = approval
    return { name: 'approve', transaction: { chainId, from, to, data, value } }
  },

  async run(context, state): Promise<Outcome> {
    const { program } = state
    const { chainId } = program
    const order = await mintOrder(context, state)
    const minted = await askToken(context, state, order)
    if (minted.kind !== 'passed') return minted
    const token = tokenOf(minted)
    // A token that is not recorded yet would not be suspended.
    if (await selectIsSuspended(journeyTablesOf(context), state.journey.personId))
      return { kind: 'wait', seconds: lookAfterSuspensionSeconds }
    await registerOnChain(context, state)
    if (isProvenToContract(program)) {
      const approved = await lookAtApproval(context, state, order)
      if (approved !== undefined) return approved
    } else {
      const asked = await requestGrant(context, chainId, order, token)
      if (asked?.job.status === 'failed')
        return { kind: 'again', screen: 'unknown', reason: 'chain.grant-failed', counted: false }
      if (asked?.job.status !== 'final') return { kind: 'wait', seconds: lookAgainSeconds }
    }
    const check = {
      check: 'on-chain',
      passed: true,
      checker: 'SvcVerifier',
      evidenceHash: evidenceOf(context.vault, chainId, token.tokenId, order.cooperator),
    }
    return { kind: 'passed', checks: [check], token: { chainId, tokenId: token.tokenId } }
  },

  async again(context, state) {
    const { program } = state
    const order = await mintOrder(context, state)
    const minted = await askToken(context, state, order, { again: true })
    if (minted.kind !== 'passed' || isProvenToContract(program)) return
    await requestGrant(context, program.chainId, order, tokenOf(minted), { again: true })
  },
}

/**
 * Requests the person's token on the merchant's chain. On the home chain, this is the existing token; on
 * other chains, it is an additional token.
 */
async function askToken(
  context: VerificationContext,
  { program, journey }: JourneyState,
  { person, kind, validUntil, wallet: to }: MintOrder,
  options?: RequestOptions,
): Promise<Outcome> {
  const { chainId } = program
  if (chainId !== context.chains.home)
    return await requestMint(context, chainId, { person, to, kind, validUntil }, options)
  const tokens = await tokensOfPerson(context.kyc, journey.personId)
  const token = tokens.find((each) => each.chainId === chainId)
  return { kind: 'passed', ...(token && { token }) }
}

function tokenOf({ token }: Outcome & { kind: 'passed' }): { chainId: string; tokenId: string } {
  if (!token) throw noToken()
  return token
}

/**
 * Requests a grant. Returns undefined while a previous grant is being revoked, because that revocation would
 * also affect the new grant.
 */
async function requestGrant(
  context: VerificationContext,
  chainId: string,
  { cooperator, wallet: user, validUntil }: MintOrder,
  { tokenId }: { tokenId: string },
  options?: RequestOptions,
): Promise<RequestedJob | undefined> {
  const ended = await selectLastEnding(journeyTablesOf(context), { chainId, cooperator, user })
  if (ended && !ended.finalAt) return undefined
  const minter = await context.chains.minter(chainId)
  const call = { cooperator, user, tokenId: BigInt(tokenId), validUntil }
  return await minter.requestGrant({ ...call, ...(ended && { id: `after ${ended.id}` }) }, options)
}

/**
 * Requests a grant for another wallet of the same person. Returns false until the grant is final on the
 * chain.
 */
export async function grantOnChain(
  context: VerificationContext,
  state: JourneyState,
  account: AccountInput,
): Promise<boolean> {
  const { chainId } = state.program
  const order = { ...(await mintOrder(context, state)), wallet: account.value as `0x${string}` }
  const tokens = await tokensOfPerson(context.kyc, state.journey.personId)
  const token = tokens.find((each) => each.journeyId === state.journey.id && each.chainId === chainId)
  if (!token) throw noToken()
  const asked = await requestGrant(context, chainId, order, token, { again: true })
  return asked?.job.status === 'final'
}

function noToken(): InvalidStateError {
  return new InvalidStateError('on-chain.no-token', 'the token of a journey is missing')
}

/**
 * Returns the reason why the user's own approval is still pending, or undefined once the approval is final.
 */
async function lookAtApproval(
  context: VerificationContext,
  { approval, journey, program }: JourneyState,
  { cooperator, wallet: user }: Pick<MintOrder, 'cooperator' | 'wallet'>,
): Promise<Outcome | undefined> {
  if (!approval) throw new Error('a proof for a contract has no transaction')
  const minter = await context.chains.minter(program.chainId)
  const { settled, seen } = await minter.checkApproval({
    cooperator,
    user,
    seen: approval.seen ?? undefined,
  })
  if (settled) return undefined
  const db = journeyTablesOf(context)
  const at = new Date(context.clock.now())
  const { sent } = approval
  if (sent && !seen && (await hasFailed(context, program.chainId, sent))) {
    await dropSent(db, journey.id, at)
    const evidenceHash = evidenceOf(context.vault, program.chainId, sent.hash)
    const negative = { check: 'on-chain', passed: false, checker: 'SvcVerifier', evidenceHash }
    return {
      kind: 'again',
      screen: 'approval-failed',
      reason: 'chain.approval-failed',
      counted: true,
      negative,
    }
  }
  const isNews = !approval.asked || seen?.hash !== approval.seen?.hash
  if (isNews) await mergeApproval(db, journey.id, { asked: true, seen: seen ?? null }, at)
  return { kind: 'wait', seconds: lookAgainSeconds }
}

async function hasFailed(
  { chains, clock }: VerificationContext,
  chainId: string,
  { hash, at }: NonNullable<Approval['sent']>,
): Promise<boolean> {
  const client = await chains.client?.(chainId)
  if (!client) return false
  // Accept any identifier, because some wallets return their own identifier instead of a transaction hash.
  const of = /^0x[0-9a-f]{64}$/i.test(hash) ? { hash: hash as `0x${string}` } : undefined
  const receipt = of && (await client.getTransactionReceipt(of).catch(unlessUnknown))
  if (receipt) return receipt.status === 'reverted'
  if (clock.now() - at < lostAfterMs) return false
  return !of || (await client.getTransaction(of).catch(unlessUnknown)) === undefined
}

function unlessUnknown(error: Error): undefined {
  if (!/^Transaction(Receipt)?NotFoundError$/.test(error.name)) throw error
}
