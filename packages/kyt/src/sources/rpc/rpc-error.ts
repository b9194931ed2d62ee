/**
 * A failed request to a node. The message contains only the node's host, because paths and queries can
 * contain keys.
 */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  /** The JSON-RPC error code, if the node returned one. */
  readonly code: number | undefined
  /** Whether the request may succeed later or on another node. */
  readonly retryable: boolean
  /** The pause that the node requested. */
  readonly retryAfterMs: number | undefined

  constructor(options: { message: string; retryable: boolean; code?: number; retryAfterMs?: number }) {
    super(options.message)
    this.retryable = options.retryable
    this.code = options.code
    this.retryAfterMs = options.retryAfterMs
  }
}

/**
 * Error codes from JSON-RPC and EIP-1474 for an unsupported method. Node providers return -32600 or -32000
 * with a message for methods that the customer's plan does not include.
 */
export function isUnknownMethod(error: RpcError): boolean {
  if (error.code === -32601 || error.code === -32004) return true
  return (error.code === -32600 || error.code === -32000) && /\bmethod\b/i.test(error.message)
}
