import type { AccountFamily } from './account-family.ts'

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
