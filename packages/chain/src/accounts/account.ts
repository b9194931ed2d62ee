/** The properties of a chain on which address parsing and login messages depend. */
export type AccountChain = {
  readonly family: AccountFamily
  /** The chain's name in a login message. */
  readonly label: string
  /** The chain ID in a login message: a number or a name. */
  readonly loginChainId: string
  /** Human-readable prefix of a bech32 address. */
  readonly prefix?: string
}

/** Chains of one family share an address format and a signature scheme. */
export type AccountFamily = 'evm' | 'aptos' | 'cosmos' | 'solana' | 'ton'

/** An account on a chain. `address` is in canonical form, which is used for comparison and storage. */
export type Account = {
  readonly family: AccountFamily
  readonly chainId: string
  readonly address: string
}
