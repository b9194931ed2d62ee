import { UserError } from '@touchstone/common'

/** A page that is behind: it draws what the answer shows. */
export function otherStep(): UserError {
  return new UserError({
    code: 'step.other',
    message: 'The verification is at another step.',
    remedy: 'Go on with what the page shows now.',
    retryable: true,
  })
}
