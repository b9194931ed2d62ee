/** When a block of a chain counts as settled for ever. */
export type Finality = {
  /** Blocks that must follow the one in question. Used alone, or where a node does not know the tag. */
  readonly blocks: number
  /** The chain's own word for it, asked of the node by `eth_getBlockByNumber`. */
  readonly tag?: 'finalized'
}

export type EvmChain = {
  readonly family: 'evm'
  /** As requests name it. */
  readonly id: string
  readonly chainId: number
  readonly name: string
  readonly symbol: string
  readonly testnet: boolean
  /** Free nodes of strangers: used only where the operator says so. */
  readonly publicRpcs: readonly string[]
  readonly explorer: string
  readonly finality: Finality
  /** About how long a block takes: the pace at which the journal looks. */
  readonly blockMs: number
}

/** A chain that people log in from, but where no minter exists yet. */
export type OtherChain = {
  readonly family: 'aptos' | 'cosmos' | 'solana' | 'ton'
  readonly id: string
  readonly name: string
  readonly testnet: boolean
}

export type ChainEntry = EvmChain | OtherChain
