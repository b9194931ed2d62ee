/** The camera cannot be used: access was denied by the person or the hosting page, or there is no camera. */
export class CameraProblem extends Error {
  readonly kind: 'camera-denied' | 'no-camera'

  constructor(kind: CameraProblem['kind'], cause?: unknown) {
    super(kind, { cause })
    this.name = 'CameraProblem'
    this.kind = kind
  }
}
