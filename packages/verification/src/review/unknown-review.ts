import { OperatorError } from '@touchstone/common'

/** Returns the same error for an unknown review number and for a review that belongs to another merchant. */
export function unknownReview(message = 'There is no review with this number.'): OperatorError {
  return new OperatorError({
    code: 'review.unknown',
    message,
    remedy: 'List open reviews with: npx touchstone review list',
  })
}
