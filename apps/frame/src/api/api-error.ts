import type { FrameError, FrameView } from '@touchstone/contract'

/** The server refused a call. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: string
  readonly remedy: string
  readonly retryable: boolean
  /** The current view, which some refusals include. */
  readonly view: FrameView | undefined

  constructor({ error, view }: FrameError & { view?: FrameView }) {
    super(error.message)
    this.code = error.code
    this.remedy = error.remedy
    this.retryable = error.retryable
    this.view = view
  }
}
