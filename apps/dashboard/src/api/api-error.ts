import type { FrameError } from '@touchstone/contract'

/** The server refused a call, or did not respond (`offline`). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: string
  readonly remedy: string
  /** HTTP status, or 0 if the server did not respond. */
  readonly http: number

  constructor(http: number, error: Pick<FrameError['error'], 'code' | 'message' | 'remedy'>) {
    super(error.message)
    this.http = http
    this.code = error.code
    this.remedy = error.remedy
  }
}
