/** One side of a transfer, as the account has it whose side it is. */
export type Movement = {
  readonly kind: 'in' | 'out' | 'fee'
  readonly coin: number
  /** Unix seconds. */
  readonly time: number
  readonly block: number
  /** Reference of the transaction in hex: enough to find it, and the same for all its movements. */
  readonly tx: string
  readonly position: number
  /** Bytes in hex; empty for what was minted or burnt. */
  readonly counterparty: string
  readonly amount: bigint
}
