import type { SeenApproval } from '@touchstone/chain'

/** The transaction by which the user's own wallet hands the proof to the contract, and what became of it so far. */
export type Approval = {
  chainId: string
  from: string
  to: string
  data: string
  value: string
  /** The contract takes it by now: before that a wallet would say that it can't succeed. */
  asked?: boolean
  sent?: { hash: string; at: number }
  seen?: SeenApproval | null
}
