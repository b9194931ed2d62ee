/** An invalid value from an operator or from an engine's caller. */
export class InputError extends Error {
  override readonly name = 'InputError'
  readonly field: string

  constructor(field: string, whatIsWrong: string) {
    super(`${field} ${whatIsWrong}`)
    this.field = field
  }
}
