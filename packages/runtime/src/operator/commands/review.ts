import {
  decideReview,
  listReviews,
  type ReviewDecision,
  type ReviewPicture,
  type ReviewView,
  reviewPictures,
  screenAgain,
  showReview,
} from '@touchstone/verification'
import type { Command } from '../command.ts'

/** What waits for a decision, or with `decided` what was decided. */
export const reviewList: Command<{ decided: boolean }, ReviewView[]> = ({ verification }, input) =>
  listReviews(verification, input)

export const reviewShow: Command<{ id: number }, ReviewView & { detail: object }> = (
  { verification },
  input,
) => showReview(verification, input)

/** The pictures of a document review; that they were seen is written down. */
export const reviewPicturesCommand: Command<
  { id: number; by: string },
  { id: number; pictures: ReviewPicture[] }
> = ({ verification }, input) => reviewPictures(verification, input)

export const reviewDecide: Command<ReviewDecision, ReviewView> = async ({ verification }, input) => {
  await decideReview(verification, input)
  const { detail: _, ...view } = await showReview(verification, { id: input.id })
  return view
}

/** Everybody whom the current lists have not seen. Runs by itself, too. */
export const reviewScreenAgain: Command<object, { screened: number; found: number }> = ({ verification }) =>
  screenAgain(verification)
