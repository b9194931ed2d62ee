export type JournalPolicy = {
  /**
   * The maximum number of nonces whose transactions are not in a block yet. Nodes drop transactions that are
   * too far ahead of the chain.
   */
  readonly maxInFlight: number
  /** The maximum fee in wei per gas. No transaction with a higher fee is signed. */
  readonly maxFeePerGas: bigint
  /** The margin that is added to the simulated gas, in percent. */
  readonly gasMarginPercent: number
  /** A transaction that is not in a block after this time is sent to the nodes again. */
  readonly rebroadcastMs: number
  /**
   * A transaction that is not in a block after this time is signed again with a higher fee, if at least
   * `stuckBlocks` blocks were mined without it.
   */
  readonly stuckMs: number
  readonly stuckBlocks: number
  /** Polling interval while jobs are in progress. */
  readonly paceMs: number
  /** The number of nodes that must report the same receipt, limited to the number of configured nodes. */
  readonly witnesses: number
  /** Maximum number of concurrent requests. */
  readonly parallel: number
  /**
   * The minimum number of confirmations, regardless of finality, before a nonce counts as used by a foreign
   * transaction. One URL can represent many nodes, and a node that lags behind might not know the receipt of
   * the job's own transaction yet.
   */
  readonly foreignBlocks: number
  /** How long final transactions must be missing from the chain before they are sent again. */
  readonly lostAfterMs: number
}

export const defaultPolicy: JournalPolicy = {
  maxInFlight: 256,
  maxFeePerGas: 500_000_000_000n,
  gasMarginPercent: 25,
  rebroadcastMs: 60_000,
  stuckMs: 180_000,
  stuckBlocks: 3,
  paceMs: 1000,
  witnesses: 2,
  parallel: 8,
  foreignBlocks: 20,
  lostAfterMs: 5000,
}
