import {
  byCommandLine,
  createProgram,
  InputError,
  type Program,
  type ProgramInput,
  type ProgramUpdate,
  selectMerchantByNo,
  selectProgramsOf,
  tablesOf,
  updateProgram,
} from '@touchstone/kyc'
import type { Command } from '../command.ts'

export type ProgramView = Omit<Program, 'id' | 'merchantId' | 'createdAt'> & { createdAt: string }

const viewOf = ({ id: _, merchantId: __, createdAt, ...program }: Program): ProgramView => ({
  ...program,
  createdAt: createdAt.toISOString(),
})

export const programCreate: Command<ProgramInput, ProgramView> = async (runtime, input) =>
  viewOf(await createProgram(runtime.kyc, input, byCommandLine))

export const programActivate: Command<{ programNo: string; active: boolean }, ProgramView> = async (
  runtime,
  input,
) => viewOf(await updateProgram(runtime.kyc, input, byCommandLine))

export const programUpdate: Command<Omit<ProgramUpdate, 'mchNo' | 'active'>, ProgramView> = async (
  runtime,
  input,
) => viewOf(await updateProgram(runtime.kyc, input, byCommandLine))

export const programList: Command<{ mchNo: string }, ProgramView[]> = async (runtime, input) => {
  const db = tablesOf(runtime.kyc)
  const merchant = await selectMerchantByNo(db, input.mchNo)
  if (!merchant) throw new InputError('merchant', 'is not known')
  return (await selectProgramsOf(db, merchant.id)).map(viewOf)
}
