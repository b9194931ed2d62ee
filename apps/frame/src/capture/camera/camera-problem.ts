/** Why there is no picture: the person (or the page's host) said no, or there is nothing to take one with. */
export class CameraProblem extends Error {
  readonly kind: 'camera-denied' | 'no-camera'

  constructor(kind: CameraProblem['kind'], cause?: unknown) {
    super(kind, { cause })
    this.name = 'CameraProblem'
    this.kind = kind
  }
}
