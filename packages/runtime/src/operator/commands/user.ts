import type { ForgetReceipt } from '@touchstone/contract'
import { byCommandLine, showUser, type UserDetail } from '@touchstone/kyc'
import { forgetAndAudit } from '@touchstone/verification'
import type { Command } from '../command.ts'

export const userShow: Command<{ user: string; reveal: boolean }, UserDetail[]> = async (runtime, input) =>
  await showUser(runtime.kyc, input)

/** Removes a person everywhere; what is left says that somebody was, not who. Tokens are burnt in the background. */
export const userForget: Command<{ user: string }, ForgetReceipt[]> = ({ verification }, input) =>
  forgetAndAudit(verification, input, byCommandLine)
