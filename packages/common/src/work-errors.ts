import { UserError } from './user-error.ts'

/** Creates the error for a task that is rejected because the queue is full. */
export function workBusy(): UserError {
  return new UserError({
    code: 'work.busy',
    message: 'The service is busy.',
    remedy: 'Try again in a moment.',
    retryable: true,
  })
}

export function workTooLong(cause?: unknown): UserError {
  return new UserError({
    code: 'work.too-long',
    message: 'The task exceeded its time limit.',
    remedy: 'Try again. If it fails again, send a smaller or simpler file.',
    retryable: true,
    cause,
  })
}
