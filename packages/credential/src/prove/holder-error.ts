/**
 * What a holder meets on the own device. Like `UserError` of the service, which a browser can't load: its package speaks
 * to Node.
 */
export class HolderError extends Error {
  override readonly name = 'HolderError'
  /** Stable, as `proof.refused`: texts in other languages hang on it. */
  readonly code: string
  /** What to do about it, as a sentence. */
  readonly remedy: string
  readonly retryable: boolean
  /** Where a proof is refused: why. */
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

/** The circuit itself said no: a forged attribute, a signature that is not the issuer's. */
export function noProof(cause?: unknown): HolderError {
  return new HolderError({
    code: 'proof.refused',
    message: 'The credential does not hold.',
    remedy: 'Ask its issuer for a new one.',
    reasons: ['credential.not-genuine'],
    cause,
  })
}
