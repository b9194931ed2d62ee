/**
 * An error that the operator has to fix, such as an invalid setting, a port that is already in use or an
 * unavailable store. The error is shown as one line without a stack trace. API clients receive the contract's
 * `ServiceError` instead.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
  readonly code: string
  /** How to fix it, as a sentence. */
  readonly remedy: string

  constructor(options: { code: string; message: string; remedy: string; cause?: unknown }) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = options.code
    this.remedy = options.remedy
  }

  /** Where the documentation describes the error. */
  get docsPath(): string {
    return `docs/errors.md#${this.code}`
  }

  get line(): string {
    return `${this.message} ${this.remedy}`
  }
}
