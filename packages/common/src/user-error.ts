/**
 * An error caused by a user's input or request, such as an unreadable picture, a malformed list or a busy
 * service. The error states what happened and what the user can do. It never contains a submitted value.
 */
export class UserError extends Error {
  override readonly name = 'UserError'
  /** A stable code, such as `image.too-large`, that identifies the error's translations. */
  readonly code: string
  /** How to fix it, as a sentence. */
  readonly remedy: string
  /** Whether the same request, without changes, could succeed later. */
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

  /** Where the documentation describes the error. */
  get docsPath(): string {
    return `docs/errors.md#${this.code}`
  }

  get line(): string {
    return `${this.message} ${this.remedy}`
  }
}
