import { byCommandLine, type ReviewRule, recordChange, setReviewRule, showReviewRule } from '@touchstone/kyc'
import {
  decideReview,
  listReviews,
  type OpinionView,
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

export const reviewShow: Command<{ id: number }, ReviewView & { detail: object; opinions: OpinionView[] }> = (
  { verification },
  { id },
) => showReview(verification, { id })

/** The pictures of a document review; that they were seen is written down. */
export const reviewPicturesCommand: Command<
  { id: number; by: string },
  { id: number; pictures: ReviewPicture[] }
> = ({ verification }, input) => reviewPictures(verification, input)

export const reviewDecide: Command<ReviewDecision, ReviewView> = async ({ verification, kyc }, input) => {
  // Who types may not be who is named: where two have to decide, that does not count.
  await decideReview(verification, { ...input, isMember: false, onlyOf: undefined })
  const detail = { decision: input.decision }
  await recordChange(kyc, { action: 'review.decided', target: String(input.id), detail }, byCommandLine)
  const { detail: _, opinions: __, ...view } = await showReview(verification, { id: input.id })
  return view
}

/** Everybody whom the current lists have not seen. Runs by itself, too. */
export const reviewScreenAgain: Command<object, { screened: number; found: number }> = ({ verification }) =>
  screenAgain(verification)

/** Who decides reviews, and whether it takes two; shown where nothing is given. With `mchNo` left out, of the service. */
export const reviewRule: Command<
  { mchNo?: string; delegated?: boolean; byTwo?: boolean },
  { mchNo: string | null } & ReviewRule
> = async ({ kyc }, { mchNo, delegated, byTwo }) => {
  const isChange = delegated !== undefined || byTwo !== undefined
  const rule = isChange
    ? await setReviewRule(kyc, { mchNo, delegated, byTwo }, byCommandLine)
    : await showReviewRule(kyc, { mchNo })
  return { mchNo: mchNo ?? null, ...rule }
}
