/**
 * Thrown if a journey lacks data that an earlier step should have stored, so that a retry cannot succeed.
 * Operators see the error code in Health and in the metrics.
 */
export class InvalidStateError extends Error {
  override readonly name = 'InvalidStateError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
