import type { ProgramKind } from '@touchstone/contract'
import type { Program } from '@touchstone/kyc'

/** Which flow the widget asked for: 1 a credential about the person, 2 that it is one person. */
export type Level = 1 | 2

const kindsOf: Readonly<Record<Level, readonly ProgramKind[]>> = { 1: ['KYC', 'PoA', 'PoAI'], 2: ['MeID'] }
const usualKind: Readonly<Record<Level, ProgramKind>> = { 1: 'KYC', 2: 'MeID' }

/** The merchant's program of that number, or the first of the flow's usual kind where none is named. */
export function chooseProgram(
  programs: readonly Program[],
  wanted: { lv: Level; programNo: string | undefined },
): Program | undefined {
  const { lv, programNo } = wanted
  if (programNo === undefined) return programs.find(({ kind }) => kind === usualKind[lv])
  return programs.find((program) => program.programNo === programNo && kindsOf[lv].includes(program.kind))
}
