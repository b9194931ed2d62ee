import type { AccountFamily } from './account-family.ts'

/** An account on a chain, with its address in the one form by which accounts are compared and stored. */
export type Account = {
  readonly family: AccountFamily
  readonly chainId: string
  readonly address: string
}
