/** A question to a node that got no good answer. Its text names the host alone: keys stand in paths and queries. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  /** JSON-RPC error code, where the node gave one. */
  readonly code: number | undefined
  /** Whether the same question may be answered later, or by another node. */
  readonly retryable: boolean
  /** How long the node asked us to stay away. */
  readonly retryAfterMs: number | undefined

  constructor(options: { message: string; retryable: boolean; code?: number; retryAfterMs?: number }) {
    super(options.message)
    this.retryable = options.retryable
    this.code = options.code
    this.retryAfterMs = options.retryAfterMs
  }
}

/** Codes of JSON-RPC and EIP-1474; providers say -32600 or -32000 and a sentence for a method outside of the plan. */
export function isUnknownMethod(error: RpcError): boolean {
  if (error.code === -32601 || error.code === -32004) return true
  return (error.code === -32600 || error.code === -32000) && /\bmethod\b/i.test(error.message)
}
