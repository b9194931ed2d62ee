/**
 * A node gave no answer that can be used: it is down, too slow, of another chain, or it lies. The text names the node by
 * its number and host, never by its URL: keys stand in paths and queries.
 */
export class NodeError extends Error {
  override readonly name = 'NodeError'
  readonly kind: 'down' | 'busy' | 'other-chain' | 'invalid'

  constructor(kind: NodeError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** What a node answered to a question that it would not carry out, as `nonce too low`. */
export class RpcResponseError extends Error {
  override readonly name = 'RpcResponseError'
  readonly code: number
  /** What a contract said when it reverted. */
  readonly data: unknown

  constructor(options: { code: number; message: string; data?: unknown }) {
    super(options.message)
    this.code = options.code
    this.data = options.data
  }
}

/** None of the nodes could be asked. */
export class NoNodeError extends Error {
  override readonly name = 'NoNodeError'
}
