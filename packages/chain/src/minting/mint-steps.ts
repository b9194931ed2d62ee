/** How a program wants its users on chains. */
export type MintMode = 'cross-chain' | 'on-chain-mint' | 'on-chain-transactional'

/** The address that the user keeps in the service, or the one that came to the merchant. */
export type Holder = 'ssi-wallet' | 'wallet'

export type MintStep =
  | { readonly step: 'mint'; readonly chain: string; readonly to: Holder }
  | { readonly step: 'grant'; readonly chain: string; readonly user: Holder }
  | { readonly step: 'await-approval'; readonly chain: string; readonly user: Holder }

/**
 * What a mode asks for, in order. `home` is where every person has a token, held by the SSI wallet; `chain` is the
 * merchant's. Where they are the same there is no second token, as a person has one on each chain: the grant is then of
 * the token that there is, to who holds it.
 */
export function mintSteps(mode: MintMode, { home, chain }: { home: string; chain: string }): MintStep[] {
  const first: MintStep = { step: 'mint', chain: home, to: 'ssi-wallet' }
  if (mode === 'cross-chain') return [first]
  const second: MintStep[] = chain === home ? [] : [{ step: 'mint', chain, to: 'wallet' }]
  const last: MintStep =
    mode === 'on-chain-mint'
      ? { step: 'grant', chain, user: chain === home ? 'ssi-wallet' : 'wallet' }
      : { step: 'await-approval', chain, user: 'wallet' }
  return [first, ...second, last]
}
