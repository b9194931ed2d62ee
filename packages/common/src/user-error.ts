/**
 * What a person meets who handed something in: a picture that can't be used, a list that is broken, a service that is
 * busy. Says what happened and what to do; never holds a value that was handed in.
 */
export class UserError extends Error {
  override readonly name = 'UserError'
  /** Stable, as `image.too-large`: texts in other languages hang on it. */
  readonly code: string
  /** What to do about it, as a sentence. */
  readonly remedy: string
  /** Whether the very same thing can succeed later. */
  readonly retryable: boolean

  constructor(options: {
    code: string
    message: string
    remedy: string
    retryable?: boolean
    cause?: unknown
  }) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = options.code
    this.remedy = options.remedy
    this.retryable = options.retryable ?? false
  }

  get line(): string {
    return `${this.message} ${this.remedy}`
  }
}
