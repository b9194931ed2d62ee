import type { SeenApproval } from '@touchstone/chain'

/**
 * The transaction in which the user's own wallet submits the proof to the contract, and its current state.
 */
export type Approval = {
  chainId: string
  from: string
  to: string
  data: string
  value: string
  /**
   * Whether the contract would accept the transaction now. Asked any earlier, a wallet would predict that the
   * transaction fails.
   */
  asked?: boolean
  sent?: { hash: string; at: number }
  seen?: SeenApproval | null
}
