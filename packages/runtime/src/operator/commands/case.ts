import { byCommandLine, setCaseRule, showCaseRule } from '@touchstone/kyc'
import type { Command } from '../command.ts'

/** Returns whether two members have to close a merchant's cases, after applying a new value. */
export const caseRule: Command<
  { mchNo: string; byTwo?: boolean },
  { mchNo: string; byTwo: boolean }
> = async ({ kyc }, { mchNo, byTwo }) => {
  if (byTwo !== undefined) await setCaseRule(kyc, { mchNo, byTwo }, byCommandLine)
  return { mchNo, ...(await showCaseRule(kyc, { mchNo })) }
}
