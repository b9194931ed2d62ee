/** One movement of one coin, as every source hands it over. Addresses and hashes are in their canonical text form. */
export type Transfer = {
  /** Identifier of the coin, one of the coin table's. */
  readonly coin: string
  readonly tx: string
  /** Makes the transfer unique among those of the same coin in its transaction. */
  readonly position: number
  readonly block: number
  /** Unix seconds. */
  readonly time: number
  /** Empty: minted. */
  readonly from: string
  /** Empty: burnt. */
  readonly to: string
  /** In the coin's smallest unit. */
  readonly amount: bigint
  /** What the sender paid to have the transaction carried out: spent, but no dealing with anybody. */
  readonly fee?: true
}
