import type { ConfirmDocument, Consent, SubmitLocation } from '@touchstone/contract'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { loadState } from '../journey/load-state.ts'
import { mergeApproval } from '../journey/verification-store.ts'
import { otherStep } from '../other-step.ts'
import type { Session } from '../sessions/session.ts'
import { addressStep } from '../steps/address.ts'
import { documentStep } from '../steps/document.ts'
import { investorStep } from '../steps/investor.ts'
import { livenessStep } from '../steps/liveness.ts'
import { locationStep } from '../steps/location.ts'
import { onChainStep } from '../steps/on-chain.ts'
import { proofStep } from '../steps/proof.ts'
import { type TestChoice, testChoiceStep } from '../steps/test-steps.ts'
import { advanceInBackground } from './advance.ts'
import { agreeForAccount } from './begin-verification.ts'
import { shareResult } from './share-result.ts'
import { finishStep, stateOfTurn, takeStep } from './take-step.ts'

/**
 * `loaded` is the journey, if the caller has just loaded it. Omit it after an upload, because uploads can
 * take a while.
 */
type Action<Input> = (
  context: VerificationContext,
  session: Session,
  input: Input,
  loaded?: JourneyState,
) => Promise<void>

/** Chooses the outcome of a verification in test mode, by name or with a specimen document. */
export const chooseOutcome: Action<TestChoice> = (context, session, input, loaded) =>
  takeStep(context, session, testChoiceStep, input, loaded)

/** Passes the person's input to the step that accepts it. */
export const submitDocument: Action<{ pictures: readonly Uint8Array[]; kind: string; country: string }> = (
  context,
  session,
  input,
) => takeStep(context, session, documentStep, { ...input, device: session.ssiWallet })

export const confirmDocument: Action<ConfirmDocument['corrections']> = (context, session, input, loaded) =>
  takeStep(context, session, documentStep, { corrections: input, device: session.ssiWallet }, loaded)

/** Reports a misreading, so that the person can take another picture. */
export const retakeDocument: Action<void> = (context, session, _, loaded) =>
  takeStep(context, session, documentStep, { retake: true }, loaded)

/** Records whether the next pictures can be stored for a review. */
export const reviewDocument: Action<{ agreed: boolean }> = (context, session, { agreed }, loaded) =>
  takeStep(context, session, documentStep, { forReview: agreed }, loaded)

/** Records whether the next recording has colours. A recording without colours is stored for a review. */
export const chooseColours: Action<{ colours: boolean }> = (context, session, { colours }, loaded) =>
  takeStep(context, session, livenessStep, { colours }, loaded)

/**
 * If a face matches the faceprint of an erased person or of a refused face, requests a review or ends the
 * attempt.
 */
export const reviewReserved: Action<{ agreed: boolean }> = (context, session, { agreed }, loaded) =>
  takeStep(context, session, livenessStep, { reservedReview: agreed }, loaded)

export const submitLocation: Action<SubmitLocation> = (context, session, input, loaded) =>
  takeStep(context, session, locationStep, input, loaded)

export const submitAddressProof: Action<{ file: Uint8Array }> = (context, session, input) =>
  takeStep(context, session, addressStep, input)

export const submitStatement: Action<{ statement: string }> = (context, session, input, loaded) =>
  takeStep(context, session, investorStep, input, loaded)

/**
 * The journey continues for the page's account, because a proof is bound to the account of the page that
 * submits it.
 */
export const submitProof: Action<{ proof: unknown }> = async (context, session, { proof }, loaded) => {
  const state = await stateOfTurn(context, session, proofStep.name, loaded)
  await agreeForAccount(context, session, state.journey.id)
  await finishStep(context, session, { state, step: proofStep }, { proof, session })
}

export const consent: Action<Consent> = async (context, session, input, loaded) => {
  if (session.journeyId === null) throw otherStep()
  const state = loaded ?? (await loadState(context, session.journeyId))
  await shareResult(context, session, state, input)
  await advanceInBackground(context, session.journeyId)
}

/**
 * Records that the user's wallet has sent the approval. The journey polls the chain until the approval is
 * final.
 */
export const approvalSent: Action<{ hash: string }> = async (context, session, { hash }, loaded) => {
  const { journey, approval } = await stateOfTurn(context, session, onChainStep.name, loaded)
  if (!approval) throw otherStep()
  const at = context.clock.now()
  await mergeApproval(journeyTablesOf(context), journey.id, { sent: { hash, at } }, new Date(at))
  await advanceInBackground(context, journey.id)
}
