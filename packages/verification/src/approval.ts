import type { SeenApproval } from '@touchstone/chain'

/**
 * The transaction in which the user's own wallet submits the proof to the contract, with its current state.
 */
export type Approval = {
  chainId: string
  from: string
  to: string
  data: string
  value: string
  /**
   * Whether the contract would accept the transaction now. A wallet that is asked for the transaction earlier
   * would predict that it fails.
   */
  asked?: boolean
  sent?: { hash: string; at: number }
  seen?: SeenApproval | null
}
