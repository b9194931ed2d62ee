/** One side of a transfer, as seen by the account. */
export type Movement = {
  readonly kind: 'in' | 'out' | 'fee'
  readonly coin: number
  /** Unix seconds. */
  readonly time: number
  readonly block: number
  /** The reference of the transaction in hex: sufficient to find it, and equal for all its movements. */
  readonly tx: string
  readonly position: number
  /** The bytes of the address in hex; empty for minted or burnt coins. */
  readonly counterparty: string
  readonly amount: bigint
}
