import type { ForgetReceipt } from '@touchstone/contract'
import { byCommandLine, showUser, type UserDetail } from '@touchstone/kyc'
import { forgetAndAudit } from '@touchstone/verification'
import type { Command } from '../command.ts'

export const userShow: Command<{ user: string; reveal: boolean }, UserDetail[]> = async (runtime, input) =>
  await showUser(runtime.kyc, input)

/**
 * Erases a person's data everywhere. The record that remains does not identify the person. Tokens are burned
 * in the background.
 */
export const userForget: Command<{ user: string }, ForgetReceipt[]> = ({ verification }, input) =>
  forgetAndAudit(verification, input, byCommandLine)
