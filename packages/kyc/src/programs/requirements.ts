import type { MintMode } from '@touchstone/contract'
import type { CheckName } from './checks.ts'

export type ProgramRules = {
  minimumAge?: number
  allowedCountries?: string[]
  barredCountries?: string[]
  /** Of accredited investors, in whole US dollars: one of the two has to be reached. */
  minimumIncome?: number
  minimumNetWorth?: number
}

/** As somebody gives them; null: no such rule. */
export type GivenRules = { readonly [Name in keyof ProgramRules]?: ProgramRules[Name] | null }

export function withoutNulls(rules: GivenRules): ProgramRules {
  return Object.fromEntries(Object.entries(rules).filter(([, rule]) => rule != null))
}

/** What people have to show, and where the result goes: a change of it makes a new version. */
export type Requirements = {
  checks: CheckName[]
  rules: ProgramRules
  mintMode: MintMode
  chainId: string
}
