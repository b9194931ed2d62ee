/** What must be known of a chain to read its addresses and to write its logins. */
export type AccountChain = {
  readonly family: AccountFamily
  /** What a login's text calls the chain. */
  readonly label: string
  /** How the chain calls itself in a login: a number, a name. */
  readonly loginChainId: string
  /** The first part of a bech32 address. */
  readonly prefix?: string
}

/** How the accounts of a chain are written and how their wallets sign. */
export type AccountFamily = 'evm' | 'aptos' | 'cosmos' | 'solana' | 'ton'

/** An account on a chain, with its address in the one form by which accounts are compared and stored. */
export type Account = {
  readonly family: AccountFamily
  readonly chainId: string
  readonly address: string
}
