import { showUser, type UserDetail } from '@touchstone/kyc'
import type { Command } from '../command.ts'

export const userShow: Command<{ user: string; reveal: boolean }, UserDetail[]> = async (runtime, input) =>
  await showUser(runtime.kyc, input)
