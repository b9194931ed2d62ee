/**
 * A journey lacks data that an earlier step must have stored. A retry cannot succeed. The code is shown to
 * operators in Health and in metrics.
 */
export class InvalidStateError extends Error {
  override readonly name = 'InvalidStateError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
