import { UserError } from '@touchstone/common'

/** Creates the error for an outdated page, which then displays the step in the response. */
export function otherStep(): UserError {
  return new UserError({
    code: 'step.other',
    message: 'The verification is at another step.',
    remedy: 'Continue with the step that the page shows now.',
    retryable: true,
  })
}
