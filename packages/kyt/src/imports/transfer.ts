/** One transfer of one coin, as emitted by every source. Addresses and hashes are in canonical text form. */
export type Transfer = {
  /** The coin's identifier in the coin table. */
  readonly coin: string
  readonly tx: string
  /** A number that distinguishes transfers of the same coin within a transaction. */
  readonly position: number
  readonly block: number
  /** Unix seconds. */
  readonly time: number
  /** Empty if the coins were minted. */
  readonly from: string
  /** Empty if the coins were burnt. */
  readonly to: string
  /** The amount in the coin's smallest unit. */
  readonly amount: bigint
  /**
   * Whether this is the sender's transaction fee, which counts as spent but not as a transfer to a
   * counterparty.
   */
  readonly fee?: true
}
