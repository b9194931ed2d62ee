import type { ConfirmDocument, Consent, GiveLocation } from '@touchstone/contract'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { loadState } from '../journey/load-state.ts'
import { mergeApproval } from '../journey/verification-store.ts'
import { otherStep } from '../other-step.ts'
import type { Session } from '../sessions/session.ts'
import { addressStep } from '../steps/address.ts'
import { documentStep } from '../steps/document.ts'
import { investorStep } from '../steps/investor.ts'
import { locationStep } from '../steps/location.ts'
import { onChainStep } from '../steps/on-chain.ts'
import { proofStep } from '../steps/proof.ts'
import { goOn } from './advance.ts'
import { agreeAgain } from './begin-verification.ts'
import { shareResult } from './share-result.ts'
import { stateOfTurn, takeStep } from './take-step.ts'

type Action<Input> = (context: VerificationContext, session: Session, input: Input) => Promise<void>

/** What a person hands in, by the step that takes it. */
export const giveDocument: Action<{ pictures: readonly Uint8Array[]; kind: string; country: string }> = (
  context,
  session,
  input,
) => takeStep(context, session, documentStep, input)

export const confirmDocument: Action<ConfirmDocument['corrections']> = (context, session, corrections) =>
  takeStep(context, session, documentStep, { corrections })

/** What was read is not what the document says: another picture is taken. */
export const retakeDocument: Action<void> = (context, session) =>
  takeStep(context, session, documentStep, { retake: true })

/** Whether the next pictures may be kept for a review. */
export const reviewDocument: Action<{ agreed: boolean }> = (context, session, { agreed }) =>
  takeStep(context, session, documentStep, { forReview: agreed })

export const giveLocation: Action<GiveLocation> = (context, session, input) =>
  takeStep(context, session, locationStep, input)

export const giveAddressProof: Action<{ file: Uint8Array }> = (context, session, input) =>
  takeStep(context, session, addressStep, input)

export const giveStatement: Action<{ statement: string }> = (context, session, input) =>
  takeStep(context, session, investorStep, input)

/** A proof is bound to the account of the page that hands it in: the journey goes on for that one. */
export const giveProof: Action<{ proof: unknown }> = async (context, session, { proof }) => {
  const { journey } = await stateOfTurn(context, session, proofStep.name)
  await agreeAgain(context, session, journey.id)
  await takeStep(context, session, proofStep, { proof, session })
}

export const consent: Action<Consent> = async (context, session, input) => {
  if (session.journeyId === null) throw otherStep()
  await shareResult(context, session, await loadState(context, session.journeyId), input)
  await goOn(context, session.journeyId)
}

/** The user's wallet has sent its approval; the chain is looked at until it stands. */
export const approvalSent: Action<{ hash: string }> = async (context, session, { hash }) => {
  const { journey, approval } = await stateOfTurn(context, session, onChainStep.name)
  if (!approval) throw otherStep()
  const at = context.clock.now()
  await mergeApproval(journeyTablesOf(context), journey.id, { sent: { hash, at } }, new Date(at))
  await goOn(context, journey.id)
}
