import type { PageMethod } from '@touchstone/contract'

/** The hosting page refused a request or did not respond. */
export class PageRefusal extends Error {
  override readonly name = 'PageRefusal'
  readonly method: PageMethod
  readonly reason: 'refused' | 'timeout' | 'alone' | 'shape'
  /** The page's message, shortened to 200 characters. It is displayed but never interpreted. */
  readonly said: string

  constructor(method: PageMethod, reason: PageRefusal['reason'], said = '') {
    super(`${method}: ${reason}`)
    this.method = method
    this.reason = reason
    this.said = said.slice(0, 200)
  }
}
