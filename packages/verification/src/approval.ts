import type { SeenApproval } from '@touchstone/chain'

/**
 * The transaction in which the user's own wallet submits the proof to the contract, together with the
 * transaction's current state.
 */
export type Approval = {
  chainId: string
  from: string
  to: string
  data: string
  value: string
  /**
   * Whether the contract would accept the transaction now. Until then, the wallet must not be asked to send
   * the transaction, because the wallet's simulation would predict a failure.
   */
  asked?: boolean
  sent?: { hash: string; at: number }
  seen?: SeenApproval | null
}
