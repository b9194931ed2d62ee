/** What goes wrong on the device itself, with a code that texts hang on. */
export class DeviceError extends Error {
  override readonly name = 'DeviceError'
  readonly code: string
  readonly remedy = ''

  constructor(code: string, cause?: unknown) {
    super(code, cause === undefined ? undefined : { cause })
    this.code = code
  }
}
