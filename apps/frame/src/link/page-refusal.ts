import type { PageMethod } from '@touchstone/contract'

/** Why the hosting page gave no answer to a question. */
export class PageRefusal extends Error {
  override readonly name = 'PageRefusal'
  readonly method: PageMethod
  readonly reason: 'refused' | 'timeout' | 'alone' | 'shape'
  /** What the page said, at most a sentence; shown, never interpreted. */
  readonly said: string

  constructor(method: PageMethod, reason: PageRefusal['reason'], said = '') {
    super(`${method}: ${reason}`)
    this.method = method
    this.reason = reason
    this.said = said.slice(0, 200)
  }
}
