/** The error for an invalid value from an operator or from a caller of the engine. */
export class InputError extends Error {
  override readonly name = 'InputError'
  readonly field: string

  constructor(field: string, whatIsWrong: string) {
    super(`${field} ${whatIsWrong}`)
    this.field = field
  }
}
