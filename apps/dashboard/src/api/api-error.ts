import type { FrameError } from '@touchstone/contract'

/** What the server refused a call with, or `offline` where nobody answered. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: string
  readonly remedy: string
  /** 0 where nobody answered. */
  readonly http: number

  constructor(http: number, error: Pick<FrameError['error'], 'code' | 'message' | 'remedy'>) {
    super(error.message)
    this.http = http
    this.code = error.code
    this.remedy = error.remedy
  }
}
