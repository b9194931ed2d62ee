/**
 * A journey lacks data that an earlier step should have stored, so a retry cannot succeed. Operators see the
 * code in Health and in metrics.
 */
export class InvalidStateError extends Error {
  override readonly name = 'InvalidStateError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
