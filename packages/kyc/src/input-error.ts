/** A value that an operator or a caller of an engine gave and that can't be right. */
export class InputError extends Error {
  override readonly name = 'InputError'
  readonly field: string

  constructor(field: string, whatIsWrong: string) {
    super(`${field} ${whatIsWrong}`)
    this.field = field
  }
}
