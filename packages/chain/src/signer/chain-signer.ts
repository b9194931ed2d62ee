import type { Address, Hex } from 'viem'

/** Price of a gas in wei: as EIP-1559 has it, or in the old form. */
export type Fees =
  | { readonly form: 'eip1559'; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  | { readonly form: 'legacy'; readonly gasPrice: bigint }

/** All of a transaction but the signature. */
export type UnsignedTransaction = {
  readonly chainId: number
  readonly nonce: number
  /** `null` makes a contract. */
  readonly to: Address | null
  readonly data: Hex
  readonly value: bigint
  readonly gas: bigint
  readonly fees: Fees
}

export type SignedTransaction = { readonly raw: Hex; readonly hash: Hex }

/** Who sends the transactions of a line. What holds a key shows it to nobody: neither in logs nor in errors. */
export type ChainSigner = {
  readonly address: Address
  sign(transaction: UnsignedTransaction): Promise<SignedTransaction>
}
