export type JournalPolicy = {
  /** Nonces in use at a time that are not in a block yet. Nodes drop what is too far ahead of the chain. */
  readonly maxInFlight: number
  /** Wei a gas: nothing is ever signed above it. */
  readonly maxFeePerGas: bigint
  /** What is added to the gas that a simulation used, in percent. */
  readonly gasMarginPercent: number
  /** A transaction that is not in a block is given to the nodes again after so long. */
  readonly rebroadcastMs: number
  /** … and signed again for a higher price after so long, if at least so many blocks came without it. */
  readonly stuckMs: number
  readonly stuckBlocks: number
  /** How often the chain is looked at while something is under way. */
  readonly paceMs: number
  /** How many nodes must say the same of a receipt; never more than there are. */
  readonly witnesses: number
  /** Questions to a node under way at a time. */
  readonly parallel: number
  /**
   * Blocks that must follow, whatever the finality, before a nonce counts as used by a stranger for good: behind one URL
   * there may be many nodes, and one that is a little late knows no receipt of ours yet.
   */
  readonly foreignBlocks: number
  /** For how long a chain must have forgotten settled transactions before they are sent again. */
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
