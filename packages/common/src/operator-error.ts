/**
 * Something that the person who runs the service must mend: a bad setting, a taken port, a store out of reach.
 * Shown as one line, without a stack. What a client of the API meets is a `ServiceError` of the contract instead.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
  readonly code: string
  /** What to do about it, as a sentence. */
  readonly remedy: string

  constructor(options: { code: string; message: string; remedy: string; cause?: unknown }) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = options.code
    this.remedy = options.remedy
  }

  get line(): string {
    return `${this.message} ${this.remedy}`
  }
}
