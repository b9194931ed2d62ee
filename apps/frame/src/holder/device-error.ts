/** An error that occurs on the device itself. Its code determines which message is shown. */
export class DeviceError extends Error {
  override readonly name = 'DeviceError'
  readonly code: string
  readonly remedy = ''

  constructor(code: string, cause?: unknown) {
    super(code, cause === undefined ? undefined : { cause })
    this.code = code
  }
}
