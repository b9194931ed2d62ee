/**
 * An error on the holder's device. Like the service's `UserError`, which browsers can't load because its package uses
 * Node.js APIs.
 */
export class HolderError extends Error {
  override readonly name = 'HolderError'
  /** Stable, as `proof.refused`. Translations are keyed by it. */
  readonly code: string
  /** One sentence that says what to do. */
  readonly remedy: string
  readonly retryable: boolean
  /** The reasons why a proof was refused. */
  readonly reasons: readonly string[]

  constructor(options: {
    code: string
    message: string
    remedy: string
    retryable?: boolean
    reasons?: readonly string[]
    cause?: unknown
  }) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = options.code
    this.remedy = options.remedy
    this.retryable = options.retryable ?? false
    this.reasons = options.reasons ?? []
  }
}

/**
 * Returned if the circuit rejects the inputs because an attribute was forged or the signature is not the
 * issuer's.
 */
export function noProof(cause?: unknown): HolderError {
  return new HolderError({
    code: 'proof.refused',
    message: 'The credential is invalid.',
    remedy: 'Request a new credential from the issuer.',
    reasons: ['credential.not-genuine'],
    cause,
  })
}
