import type { MintMode, ProgramKind } from '@touchstone/contract'

export type ProgramRules = {
  minimumAge?: number
  allowedCountries?: string[]
  barredCountries?: string[]
  /**
   * The thresholds for accredited investors, in whole US dollars. An investor must reach at least one of
   * them.
   */
  minimumIncome?: number
  minimumNetWorth?: number
}

/** Rules as sent by a caller. The value null removes a rule. */
export type GivenRules = { readonly [Name in keyof ProgramRules]?: ProgramRules[Name] | null }

export function withoutNulls(rules: GivenRules): ProgramRules {
  return Object.fromEntries(Object.entries(rules).filter(([, rule]) => rule != null))
}

/** The requirements for people and the target of the result. A change creates a new version. */
export type Requirements = {
  checks: CheckName[]
  rules: ProgramRules
  mintMode: MintMode
  chainId: string
}

/** The checks that a program can require, with the values that identify their verifiers in results. */
export const checkNames = ['sanction', 'age', 'citizenship', 'location', 'unique', 'countryRegion'] as const
export type CheckName = (typeof checkNames)[number]

/** The checks that each kind of program allows. Checks in `always` cannot be disabled. */
export const checksOfKind: Record<
  ProgramKind,
  { possible: readonly CheckName[]; always: readonly CheckName[] }
> = {
  KYC: { possible: ['sanction', 'age', 'citizenship', 'location', 'unique'], always: [] },
  MeID: { possible: ['unique'], always: ['unique'] },
  PoA: { possible: ['countryRegion'], always: [] },
  PoAI: { possible: [], always: [] },
}

/** The mint modes that each kind of program allows, and the reason why others are not allowed. */
export const mintModesOfKind: Readonly<
  Record<ProgramKind, { readonly modes: readonly MintMode[]; readonly why: string }>
> = {
  KYC: {
    modes: ['cross-chain', 'on-chain-mint'],
    why: 'on-chain-transactional sends a proof to a contract, which only programs for accredited investors (PoAI) do',
  },
  MeID: {
    modes: ['cross-chain'],
    why: 'the status list of a MeID has no status for a token on the merchant’s chain',
  },
  PoA: {
    modes: ['cross-chain'],
    why: 'the status list of an address proof has no status for a token on the merchant’s chain',
  },
  PoAI: { modes: ['cross-chain', 'on-chain-mint', 'on-chain-transactional'], why: '' },
}

/** When a wallet must sign to prove who owns it: always, or only if the hosting page requests a signature. */
export const walletProofs = ['required', 'when-asked'] as const
export type WalletProof = (typeof walletProofs)[number]

/** Returns the wallet proof of a program that does not set it. A token on a chain requires a proven owner. */
export function usualWalletProof(mintMode: MintMode): WalletProof {
  return mintMode === 'cross-chain' ? 'when-asked' : 'required'
}
