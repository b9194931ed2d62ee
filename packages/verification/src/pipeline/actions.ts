import type { ConfirmDocument, GiveLocation } from '@touchstone/contract'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { accountNames } from '../sessions/account-names.ts'
import type { Session } from '../sessions/session.ts'
import { addressStep } from '../steps/address.ts'
import { consentStep } from '../steps/consent.ts'
import { documentStep } from '../steps/document.ts'
import { investorStep } from '../steps/investor.ts'
import { locationStep } from '../steps/location.ts'
import { onChainStep } from '../steps/on-chain.ts'
import { proofStep } from '../steps/proof.ts'
import { goOn } from './advance.ts'
import { otherStep, stateOfTurn, takeStep } from './take-step.ts'
import { mergeApproval } from './verification-store.ts'

type Action<Input> = (context: VerificationContext, session: Session, input: Input) => Promise<void>

/** What a person hands in, by the step that takes it. */
export const giveDocument: Action<{ pictures: readonly Uint8Array[]; kind: string; country: string }> = (
  context,
  session,
  input,
) => takeStep(context, session, documentStep, input)

export const confirmDocument: Action<ConfirmDocument['corrections']> = (context, session, corrections) =>
  takeStep(context, session, documentStep, { corrections })

export const giveLocation: Action<GiveLocation> = (context, session, input) =>
  takeStep(context, session, locationStep, input)

export const giveAddressProof: Action<{ file: Uint8Array }> = (context, session, input) =>
  takeStep(context, session, addressStep, input)

export const giveStatement: Action<{ statement: string }> = (context, session, input) =>
  takeStep(context, session, investorStep, input)

export const giveProof: Action<{ proof: unknown }> = (context, session, { proof }) =>
  takeStep(context, session, proofStep, { proof, session })

export const consent: Action<{ granted: boolean }> = (context, session, { granted }) => {
  const [account = ''] = accountNames(context, session)
  return takeStep(context, session, consentStep, { granted, account })
}

/** The user's wallet has sent its approval; the chain is looked at until it stands. */
export const approvalSent: Action<{ hash: string }> = async (context, session, { hash }) => {
  const { journey, approval } = await stateOfTurn(context, session, onChainStep.name)
  if (!approval) throw otherStep()
  const at = context.clock.now()
  await mergeApproval(journeyTablesOf(context), journey.id, { sent: { hash, at } }, new Date(at))
  await goOn(context, journey.id)
}
