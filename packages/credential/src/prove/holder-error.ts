/**
 * An error on the holder's device. It has the same fields as the service's `UserError`, which browsers can't
 * load because its package uses Node.js APIs.
 */
export class HolderError extends Error {
  override readonly name = 'HolderError'
  /** A stable code, such as `proof.refused`. Translations are keyed by this code. */
  readonly code: string
  /** One sentence with the action to take. */
  readonly remedy: string
  readonly retryable: boolean
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
 * Returns the error for inputs that the circuit rejects because an attribute was forged or the signature is
 * not the issuer's.
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
