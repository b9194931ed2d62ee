/** The rule that determines when a block is considered final. */
export type Finality = {
  /** The required number of confirmations. Used if there is no tag or a node does not support the tag. */
  readonly blocks: number
  /** The block tag to query with `eth_getBlockByNumber`. */
  readonly tag?: 'finalized'
}

export type EvmChain = {
  readonly family: 'evm'
  /** Id in API requests. */
  readonly id: string
  readonly chainId: number
  readonly name: string
  readonly symbol: string
  readonly testnet: boolean
  /** Free third-party nodes. They are used only if the operator allows it. */
  readonly publicRpcs: readonly string[]
  readonly explorer: string
  readonly finality: Finality
  /** Approximate block time, which is the transaction queue's default polling interval. */
  readonly blockMs: number
}

/** A chain that supports logins but not minting. */
export type OtherChain = {
  readonly family: 'aptos' | 'cosmos' | 'solana' | 'ton'
  readonly id: string
  readonly name: string
  readonly testnet: boolean
}

export type ChainEntry = EvmChain | OtherChain
