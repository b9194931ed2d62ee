/** One side of a transfer, from the account's perspective. */
export type Movement = {
  readonly kind: 'in' | 'out' | 'fee'
  readonly coin: number
  /** Unix seconds. */
  readonly time: number
  readonly block: number
  /** The transaction's reference in hex, which is the same in all of the transaction's movements. */
  readonly tx: string
  readonly position: number
  /** The address bytes in hex. Empty for minted or burnt coins. */
  readonly counterparty: string
  readonly amount: bigint
}
