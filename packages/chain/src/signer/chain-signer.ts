import type { Address, Hex } from 'viem'

/** Gas price in wei, as EIP-1559 or legacy fees. */
export type Fees =
  | { readonly form: 'eip1559'; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  | { readonly form: 'legacy'; readonly gasPrice: bigint }

/** An unsigned transaction. */
export type UnsignedTransaction = {
  readonly chainId: number
  readonly nonce: number
  /** `null` creates a contract. */
  readonly to: Address | null
  readonly data: Hex
  readonly value: bigint
  readonly gas: bigint
  readonly fees: Fees
}

export type SignedTransaction = { readonly raw: Hex; readonly hash: Hex }

/** Signs the transactions of a queue. Implementations never expose the key in logs or errors. */
export type ChainSigner = {
  readonly address: Address
  sign(transaction: UnsignedTransaction): Promise<SignedTransaction>
}
