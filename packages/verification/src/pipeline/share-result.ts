import { UserError } from '@touchstone/common'
import type { Consent, FrameStep } from '@touchstone/contract'
import {
  type AccountInput,
  accountInputOf,
  findAccount,
  grantAccount,
  MeidBoundError,
  recordConsent,
  recordOnChain,
  type Share,
  selectWaitingAccounts,
  tablesOf,
} from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { applyOutcome } from '../journey/apply-outcome.ts'
import { evidenceOf } from '../journey/evidence.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { otherStep } from '../other-step.ts'
import { askRequest } from '../people/ask-request.ts'
import { heldCredentials } from '../people/held-credential.ts'
import { isOwnAccount } from '../people/is-own-account.ts'
import { noteFor, sendSoon } from '../people/notify.ts'
import { isKnownTo } from '../people/person-journeys-store.ts'
import { proofOf } from '../people/proof-of.ts'
import { programOnChain } from '../program-on-chain.ts'
import { needsNewCredentials, reissueForReturn } from '../revocation/hold-to-endings.ts'
import { requireSameAccount } from '../sessions/account-changed.ts'
import type { Session } from '../sessions/session.ts'
import { agreedAccount, isProven } from '../sessions/session-account.ts'
import { consentStep } from '../steps/consent.ts'
import { grantOnChain } from '../steps/on-chain.ts'
import { boundElsewhere, isWaiting, showConsent } from '../steps/show-consent.ts'
import { showDone } from '../steps/show-done.ts'
import { showWork } from '../steps/show-work.ts'
import { currentStep } from './pipeline.ts'

/**
 * Returns the step that the page shows for a complete journey. The journey can be complete for an account
 * other than the page's.
 */
export async function showComplete(
  context: VerificationContext,
  state: JourneyState,
  session: Session,
): Promise<FrameStep> {
  const row = await findAccount(context.kyc, state.journey.id, agreedAccount(context, session))
  if (row?.grantedAt && !row.revokedAt) return await showDone(context, state, session)
  if (isWaiting(row)) return showWork(state, 'on-chain')
  if (await canShare(context, state)) return await showConsent(context, state, session, true)
  return {
    name: 'failed',
    screen: 'not-eligible',
    reason: 'grant.ended',
    retry: 'none',
    attemptsLeft: 0,
  }
}

/**
 * Shares the result with the merchant for the account that was shown to the person. Before this, nothing is
 * shared.
 */
export async function shareResult(
  context: VerificationContext,
  session: Session,
  state: JourneyState,
  input: Consent,
): Promise<void> {
  const step = currentStep(state)
  const isTurn = step ? step.name === consentStep.name : await canShare(context, state)
  if (!isTurn || state.failure || state.review || state.forgotten !== undefined) throw otherStep()
  if (!input.granted) return
  const account = agreedAccount(context, session)
  requireSameAccount(context, session, input.account ?? '')
  const isMove = await requireUnbound(context, state, account, input.moves ?? false)
  const { journey, program } = state
  const { personId } = journey
  if (isMove && (await proofOf(context, journey, session)) === 'face')
    return await askRequest(context, session, { kind: 'move', personId, journeyId: journey.id }, account)
  const isFurther = !isMove && (await isFurtherAccount(context, state, session))
  const share: Share = {
    account,
    proven: isProven(context, session),
    moves: input.moves ?? false,
    evidenceHash: evidenceOf(context.vault, 'consent', account.value),
  }
  await returnIfEnded(context, state)
  const row = await findAccount(context.kyc, journey.id, account)
  if (program.mintMode !== 'cross-chain' && !row?.onChainAt) {
    await recordConsent(context.kyc, { ...share, journeyId: journey.id, actor: 'user' })
  } else await grant(context, state, share).catch(rethrowBound)
  if (!isMove && !isFurther) return
  const kind = isMove ? 'moved' : 'account'
  await noteFor(context, journeyTablesOf(context), { personId, kind, session })
  await sendSoon(context)
}

/** Issues new credentials to a person who shares again after the merchant ended the relationship. */
async function returnIfEnded(context: VerificationContext, state: JourneyState): Promise<void> {
  if (!(await needsNewCredentials(context, state))) return
  const write = await reissueForReturn(context, state)
  await journeyTablesOf(context).transaction().execute(write)
}

/**
 * Completes shares whose consent must first be recorded on the merchant's chain. Returns false if some are
 * still pending.
 */
export async function finishShares(context: VerificationContext, state: JourneyState): Promise<boolean> {
  let isDone = true
  for (const row of await selectWaitingAccounts(tablesOf(context.kyc), state.journey.id)) {
    const account = accountInputOf(context.kyc, row)
    if (!state.program.test && !(await grantOnChain(context, state, account))) {
      isDone = false
      continue
    }
    await recordOnChain(tablesOf(context.kyc), { account: row, at: new Date(context.clock.now()) })
    await grant(context, state, { account })
  }
  return isDone
}

export async function hasWaitingShares(context: VerificationContext, journeyId: number): Promise<boolean> {
  return (await selectWaitingAccounts(tablesOf(context.kyc), journeyId)).length > 0
}

export async function grant(context: VerificationContext, state: JourneyState, share: Share): Promise<void> {
  const { account, evidenceHash } = share
  if (currentStep(state)) {
    const outcome = await consentStep.run(context, state, { share })
    return await applyOutcome(context, state, consentStep, outcome, 'user')
  }
  await grantAccount(context.kyc, {
    journeyId: state.journey.id,
    actor: 'user',
    ...share,
    evidenceHash: evidenceHash ?? evidenceOf(context.vault, 'consent', account.value),
  })
}

/**
 * Returns whether a credential of the program's kind is still valid. Results based on revoked or expired
 * credentials are not shared.
 */
async function canShare(context: VerificationContext, { journey, program, merchant }: JourneyState) {
  // There is no credential in test mode.
  if (program.test) return journey.expiredAt === null
  const { kind } = programOnChain(merchant.mchNo, program)
  const held = await heldCredentials(context, journey.personId, merchant.id)
  return held.some((each) => each.kind === kind)
}

/**
 * Throws if the MeID is bound to another account and cannot be moved. Returns whether sharing moves the MeID.
 */
async function requireUnbound(
  context: VerificationContext,
  state: JourneyState,
  account: AccountInput,
  moves: boolean,
): Promise<boolean> {
  const bound = await boundElsewhere(context, state, account)
  if (!bound) return false
  if (bound.movableAt === null) throw boundError('on-chain')
  if (bound.movableAt > context.clock.now()) throw boundError('moved-lately')
  if (!moves) throw boundError('elsewhere')
  return true
}

/** Returns whether this merchant already knows the person, but not with this account. */
async function isFurtherAccount(
  context: VerificationContext,
  { journey, program }: JourneyState,
  session: Session,
): Promise<boolean> {
  const { personId } = journey
  if (!(await isKnownTo(journeyTablesOf(context), personId, program.merchantId))) return false
  return !(await isOwnAccount(context, personId, session))
}

function rethrowBound(error: unknown): never {
  if (!(error instanceof MeidBoundError)) throw error
  throw boundError(error.until === undefined ? 'elsewhere' : 'moved-lately')
}

const boundTexts = {
  elsewhere: {
    message: 'Your verification on this site is bound to another account.',
    remedy: 'Use that account, or move your verification to this one.',
  },
  'moved-lately': {
    message: 'Your verification was recently moved to another account.',
    remedy: 'Use that account, or come back when it can be moved again.',
  },
  'on-chain': {
    message: 'Another wallet approved your verification on the chain.',
    remedy: 'Connect that wallet on the page and start again.',
  },
}

function boundError(kind: keyof typeof boundTexts): UserError {
  return new UserError({ code: `account.bound-${kind}`, ...boundTexts[kind] })
}
