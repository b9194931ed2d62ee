/** How a program wants its users on chains. */
export type MintMode = 'cross-chain' | 'on-chain-mint' | 'on-chain-transactional'

/** The address that the user keeps in the service, or the one that came to the merchant. */
export type Holder = 'ssi-wallet' | 'wallet'

export type MintStep =
  | { readonly step: 'mint'; readonly chain: string; readonly to: Holder }
  /** To the user's wallet. */
  | { readonly step: 'grant'; readonly chain: string }
  /** By the user's wallet. */
  | { readonly step: 'await-approval'; readonly chain: string }

/**
 * What a mode asks for, in order. `home` is where every person has a token, held by the SSI wallet; `chain` is the
 * merchant's. Where they are the same there is no second token, as a person has one on each chain: the grant to the
 * user's wallet is then by the token that the SSI wallet holds.
 */
export function mintSteps(mode: MintMode, { home, chain }: { home: string; chain: string }): MintStep[] {
  const first: MintStep = { step: 'mint', chain: home, to: 'ssi-wallet' }
  if (mode === 'cross-chain') return [first]
  const second: MintStep[] = chain === home ? [] : [{ step: 'mint', chain, to: 'wallet' }]
  const last: MintStep =
    mode === 'on-chain-mint' ? { step: 'grant', chain } : { step: 'await-approval', chain }
  return [first, ...second, last]
}
