import { type ErrorName, errorCatalogue, errorDocsPath } from '@touchstone/contract'

/**
 * How a call failed: `refused` by the service with an error envelope, `unreadable` answer (not JSON, or not the
 * envelope of the operation), no `network`, `timeout` of the attempt, or `aborted` by the caller's signal.
 */
export type Failure = 'refused' | 'unreadable' | 'network' | 'timeout' | 'aborted'

type Parts = {
  readonly failure: Failure
  /** The operation's id: its name in the OpenAPI document and in the service's log. */
  readonly operation: string
  readonly message: string
  readonly retryable: boolean
  readonly status?: number | undefined
  readonly code?: number | undefined
  readonly kind?: ErrorName | undefined
  readonly requestId?: string | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}

/**
 * Every way in which a call can fail. Safe to log as it is: it holds no API key, nothing of the request and nothing
 * of the answer but the service's error text, in which the values of the request are blotted out.
 */
export class TouchstoneApiError extends Error {
  override readonly name = 'TouchstoneApiError'
  readonly failure: Failure
  readonly operation: string
  /** Whether the same call may succeed later without a change. */
  readonly retryable: boolean
  /** HTTP status; undefined when there was no answer. */
  readonly status: number | undefined
  /** `code` of the envelope; undefined when there was none (the address profile's has no code). */
  readonly code: number | undefined
  /** The entry of the contract's error catalogue, where the code has one. */
  readonly kind: ErrorName | undefined
  /** Finds the call in the service's log. */
  readonly requestId: string | undefined
  /** How long the service asked to wait, when the last attempt was told so. */
  readonly retryAfterSeconds: number | undefined

  constructor(parts: Parts) {
    super(parts.message, parts.cause === undefined ? undefined : { cause: parts.cause })
    this.failure = parts.failure
    this.operation = parts.operation
    this.retryable = parts.retryable
    this.status = parts.status
    this.code = parts.code
    this.kind = parts.kind
    this.requestId = parts.requestId
    this.retryAfterSeconds = parts.retryAfterSeconds
  }

  /** What to do about it, as a sentence, where the catalogue knows. */
  get remedy(): string | undefined {
    return this.kind === undefined ? undefined : errorCatalogue[this.kind].remedy
  }

  /** Where the project's documentation explains it. */
  get docsPath(): string | undefined {
    return this.kind === undefined ? undefined : errorDocsPath(this.kind)
  }
}
