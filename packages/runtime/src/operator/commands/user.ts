import type { ForgetReceipt } from '@touchstone/contract'
import { byCommandLine, showUser, type UserDetail } from '@touchstone/kyc'
import { decideRequestOf, forgetAndAudit, liftEnding } from '@touchstone/verification'
import type { Command } from '../command.ts'

export const userShow: Command<{ user: string; reveal: boolean }, UserDetail[]> = async (runtime, input) =>
  await showUser(runtime.kyc, input)

/**
 * Erases a person's data everywhere. The record that remains does not identify the person. Tokens are burned
 * in the background.
 */
export const userForget: Command<{ user: string }, ForgetReceipt[]> = ({ verification }, input) =>
  forgetAndAudit(verification, input, byCommandLine)

/** Decides a delayed move or erasure for a person who has neither the device nor a stored faceprint. */
export const userRequest: Command<{ svcId: string; decision: 'continue' | 'cancel' }, { kind: string }> = (
  { verification },
  input,
) => decideRequestOf(verification, input, byCommandLine)

/** At a merchant's request, reverses the termination of its relationship with a person. */
export const userLiftEnding: Command<{ svcId: string; mchNo: string }, { svcId: string }> = async (
  { verification },
  input,
) => {
  await liftEnding(verification, input, byCommandLine)
  return { svcId: input.svcId }
}
