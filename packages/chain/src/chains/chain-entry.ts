/** The rule that decides when a chain's block is final. */
export type Finality = {
  /** Required confirmations. Used if there is no tag or a node does not support it. */
  readonly blocks: number
  /** Block tag to query with `eth_getBlockByNumber`. */
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
  /** Free third-party nodes. Used only if the operator allows it. */
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
