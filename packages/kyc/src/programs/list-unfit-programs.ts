import type { MintMode, ProgramKind } from '@touchstone/contract'
import { type KycContext, tablesOf } from '../context.ts'
import { mintModesOfKind } from './mint-modes-of-kind.ts'
import { selectProgramsOnChain } from './program-store.ts'

export type UnfitProgram = {
  mchNo: string
  programNo: string
  name: string
  kind: ProgramKind
  mintMode: MintMode
  active: boolean
  why: string
}

/** Programs with a mint mode that their kind does not have: they were made before it was refused. */
export async function listUnfitPrograms(context: KycContext): Promise<UnfitProgram[]> {
  const programs = await selectProgramsOnChain(tablesOf(context))
  return programs
    .filter(({ kind, mintMode }) => !mintModesOfKind[kind].modes.includes(mintMode))
    .map((program) => ({ ...program, why: mintModesOfKind[program.kind].why }))
}
