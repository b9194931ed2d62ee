/** How a program's result is recorded on the chains. */
export type MintMode = 'cross-chain' | 'on-chain-mint' | 'on-chain-transactional'

/** The holder of the token: the address managed by the service, or the user's own wallet. */
export type Holder = 'ssi-wallet' | 'wallet'

export type MintStep =
  | { readonly step: 'mint'; readonly chain: string; readonly to: Holder }
  | { readonly step: 'grant'; readonly chain: string }
  /** The user's wallet sends this transaction. */
  | { readonly step: 'await-approval'; readonly chain: string }

/**
 * Returns the steps of a mint mode, in order. On the `home` chain, every person has a token, which the SSI
 * wallet holds. `chain` is the merchant's chain. If both chains are the same, no second token is minted,
 * because a person has only one token per chain; the user's wallet then gets a grant based on the SSI
 * wallet's token.
 */
export function mintSteps(mode: MintMode, { home, chain }: { home: string; chain: string }): MintStep[] {
  const first: MintStep = { step: 'mint', chain: home, to: 'ssi-wallet' }
  if (mode === 'cross-chain') return [first]
  const second: MintStep[] = chain === home ? [] : [{ step: 'mint', chain, to: 'wallet' }]
  const last: MintStep =
    mode === 'on-chain-mint' ? { step: 'grant', chain } : { step: 'await-approval', chain }
  return [first, ...second, last]
}
