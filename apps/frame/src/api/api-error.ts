import type { FrameError, FrameView } from '@touchstone/contract'

/** What the server refused a call with. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: string
  readonly remedy: string
  readonly retryable: boolean
  /** Some refusals tell where the journey stands. */
  readonly view: FrameView | undefined

  constructor({ error, view }: FrameError & { view?: FrameView }) {
    super(error.message)
    this.code = error.code
    this.remedy = error.remedy
    this.retryable = error.retryable
    this.view = view
  }
}
