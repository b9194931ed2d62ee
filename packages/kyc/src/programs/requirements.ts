import type { MintMode, ProgramKind } from '@touchstone/contract'

export type ProgramRules = {
  minimumAge?: number
  allowedCountries?: string[]
  barredCountries?: string[]
  /** Of accredited investors, in whole US dollars: one of the two has to be reached. */
  minimumIncome?: number
  minimumNetWorth?: number
}

/** Rules as a caller gives them; null means no such rule. */
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

/** The checks a program can ask for, under the names of the results' verifier values. */
export const checkNames = ['sanction', 'age', 'citizenship', 'location', 'unique', 'countryRegion'] as const
export type CheckName = (typeof checkNames)[number]

/** Which checks each kind of program may have; those of the kinds with one choice are always on. */
export const checksOfKind: Record<
  ProgramKind,
  { possible: readonly CheckName[]; always: readonly CheckName[] }
> = {
  KYC: { possible: ['sanction', 'age', 'citizenship', 'location', 'unique'], always: [] },
  MeID: { possible: ['unique'], always: ['unique'] },
  PoA: { possible: ['countryRegion'], always: [] },
  PoAI: { possible: [], always: [] },
}

/** Where the results of each kind of program can go, and why nowhere else. */
export const mintModesOfKind: Readonly<
  Record<ProgramKind, { readonly modes: readonly MintMode[]; readonly why: string }>
> = {
  KYC: {
    modes: ['cross-chain', 'on-chain-mint'],
    why: 'on-chain-transactional hands a proof to a contract, which only programs for accredited investors (PoAI) do',
  },
  MeID: {
    modes: ['cross-chain'],
    why: 'the line of a MeID has no status for a token on the merchant’s chain',
  },
  PoA: {
    modes: ['cross-chain'],
    why: 'the line of an address proof has no status for a token on the merchant’s chain',
  },
  PoAI: { modes: ['cross-chain', 'on-chain-mint', 'on-chain-transactional'], why: '' },
}

/** Whether a wallet has to sign that it is the person's own: always, or where the hosting page asks for it. */
export const walletProofs = ['required', 'when-asked'] as const
export type WalletProof = (typeof walletProofs)[number]
