import { OperatorError } from '@touchstone/common'

/** The same for a number that does not exist and for a review of another merchant's programs. */
export function unknownReview(message = 'There is no review of this number.'): OperatorError {
  return new OperatorError({
    code: 'review.unknown',
    message,
    remedy: 'See what is open with: npx touchstone review list',
  })
}
