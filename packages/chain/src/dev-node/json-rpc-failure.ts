/** An error for a rejected request, with the JSON-RPC error to return. */
export class JsonRpcFailure extends Error {
  readonly code: number
  readonly data: unknown

  constructor(options: { code: number; message: string; data?: unknown }) {
    super(options.message)
    this.name = 'JsonRpcFailure'
    this.code = options.code
    this.data = options.data
  }
}
