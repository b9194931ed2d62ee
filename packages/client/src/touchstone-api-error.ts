import { type ErrorName, errorCatalogue, errorDocsPath } from '@touchstone/contract'

/**
 * Reason why a call failed. `refused`: the service returned an error envelope. `unreadable`: the response is
 * not JSON or does not have the envelope of the operation. `network`: there was no response. `timeout`: the
 * attempt or the call took too long. `aborted`: the caller's signal was aborted.
 */
export type Failure = 'refused' | 'unreadable' | 'network' | 'timeout' | 'aborted'

type Parts = {
  readonly failure: Failure
  /** Id of the operation, as in the OpenAPI document and in the service's log. */
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
 * The error with which every failed call rejects. It is safe to log. It contains no API key and no request
 * data. The only part of the response that it contains is the service's error text, with request values
 * redacted.
 *
 * @example
 * ```ts
 * import { type TouchstoneClient, TouchstoneApiError } from '@touchstone/client'
 *
 * async function countUsers(touchstone: TouchstoneClient, programNo: string): Promise<number | undefined> {
 *   try {
 *     return (await touchstone.getUsersList({ programNo, page: 1 })).total
 *   } catch (error) {
 *     if (error instanceof TouchstoneApiError && error.kind === 'programNotFound') return undefined
 *     throw error
 *   }
 * }
 * ```
 */
export class TouchstoneApiError extends Error {
  override readonly name = 'TouchstoneApiError'
  readonly failure: Failure
  readonly operation: string
  /** Whether the same call, without changes, could succeed later. */
  readonly retryable: boolean
  /** HTTP status. Undefined if there was no response. */
  readonly status: number | undefined
  /** `code` of the envelope. Undefined if the response had no code, as in the profile envelope. */
  readonly code: number | undefined
  /**
   * Kind of the error in the contract's error catalogue. Undefined if the catalogue does not contain the
   * code.
   */
  readonly kind: ErrorName | undefined
  /** Value of the x-request-id header, which identifies the call in the service's log. */
  readonly requestId: string | undefined
  /** Number of seconds to wait before a retry. Undefined if the last response did not request a wait. */
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

  /** The remedy, as a sentence. Undefined for errors outside the catalogue. */
  get remedy(): string | undefined {
    return this.kind === undefined ? undefined : errorCatalogue[this.kind].remedy
  }

  /** Path of the error's section in the project documentation. */
  get docsPath(): string | undefined {
    return this.kind === undefined ? undefined : errorDocsPath(this.kind)
  }
}
