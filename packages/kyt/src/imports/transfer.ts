/** One transfer of one coin, as emitted by every source. Addresses and hashes are in canonical text form. */
export type Transfer = {
  /** The coin's identifier in the coin table. */
  readonly coin: string
  readonly tx: string
  /** Distinguishes transfers of the same coin in one transaction. */
  readonly position: number
  readonly block: number
  /** Unix seconds. */
  readonly time: number
  /** Empty for minted coins. */
  readonly from: string
  /** Empty for burnt coins. */
  readonly to: string
  /** In the smallest unit of the coin. */
  readonly amount: bigint
  /** Marks the transaction fee of the sender: it counts as spent, but not as a transfer to a counterparty. */
  readonly fee?: true
}
