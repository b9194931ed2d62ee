import type { MintMode, ProgramKind } from '@touchstone/contract'

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
