/**
 * The error for a node that gave no usable answer: it is down or slow, serves a different chain or returned
 * invalid data. The message contains only the node's number and host, because URLs can contain keys.
 */
export class NodeError extends Error {
  override readonly name = 'NodeError'
  readonly kind: 'down' | 'busy' | 'other-chain' | 'invalid'

  constructor(kind: NodeError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** A node's JSON-RPC error response, for example for `nonce too low`. */
export class RpcResponseError extends Error {
  override readonly name = 'RpcResponseError'
  readonly code: number
  /** The contract's revert data. */
  readonly data: unknown

  constructor(options: { code: number; message: string; data?: unknown }) {
    super(options.message)
    this.code = options.code
    this.data = options.data
  }
}

/** Thrown if no node is available. */
export class NoNodeError extends Error {
  override readonly name = 'NoNodeError'
}
