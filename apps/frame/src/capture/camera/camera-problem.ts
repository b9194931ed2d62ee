/** The camera cannot be used: the person or the hosting page denied access, or there is no camera. */
export class CameraProblem extends Error {
  readonly kind: 'camera-denied' | 'no-camera'

  constructor(kind: CameraProblem['kind'], cause?: unknown) {
    super(kind, { cause })
    this.name = 'CameraProblem'
    this.kind = kind
  }
}
