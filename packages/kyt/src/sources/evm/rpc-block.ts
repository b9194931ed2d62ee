/** The required fields of a block, as returned by nodes. Numbers are in hex, such as `0x1f`. */
export type RpcTransaction = {
  readonly hash: string
  readonly from: string
  readonly to?: string | null
  readonly value: string
  readonly type?: string
  readonly gasPrice?: string
  /** OP stack: the amount that a deposit from the parent chain mints. */
  readonly mint?: string | null
}

export type RpcLog = {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly logIndex: string
  readonly removed?: boolean
}

export type RpcReceipt = {
  readonly transactionHash: string
  readonly blockHash: string
  /** Missing before Ethereum's Byzantium fork. */
  readonly status?: string | null
  readonly gasUsed: string
  readonly effectiveGasPrice?: string
  readonly contractAddress?: string | null
  readonly l1Fee?: string | null
  readonly blobGasUsed?: string | null
  readonly blobGasPrice?: string | null
  readonly logs: readonly RpcLog[]
}

export type RpcBlock = {
  readonly number: string
  readonly hash: string
  readonly parentHash: string
  readonly timestamp: string
  readonly transactions: readonly RpcTransaction[]
  /** `amount` is in gwei. */
  readonly withdrawals?: readonly {
    readonly index: string
    readonly address: string
    readonly amount: string
  }[]
}

/** One frame of geth's callTracer. */
export type CallFrame = {
  readonly type: string
  readonly from: string
  readonly to?: string
  readonly value?: string
  readonly error?: string
  readonly calls?: readonly CallFrame[]
}

/** One entry of `trace_block`. */
export type FlatTrace = {
  readonly type: string
  readonly action: {
    readonly callType?: string
    readonly from?: string
    readonly to?: string
    readonly value?: string
    /** Set only for a self-destruct. */
    readonly address?: string
    readonly refundAddress?: string
    readonly balance?: string
    /** Set only for a reward. */
    readonly author?: string
  }
  readonly result?: { readonly address?: string } | null
  readonly error?: string
  readonly traceAddress: readonly number[]
  readonly transactionHash?: string | null
  readonly blockHash?: string
}
