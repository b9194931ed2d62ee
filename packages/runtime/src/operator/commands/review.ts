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

/** Lists open reviews, or decided reviews if `decided` is true. */
export const reviewList: Command<{ decided: boolean; limit?: number }, ReviewView[]> = (
  { verification },
  input,
) => listReviews(verification, input)

export const reviewShow: Command<{ id: number }, ReviewView & { detail: object; opinions: OpinionView[] }> = (
  { verification },
  { id },
) => showReview(verification, { id })

/** Returns the pictures of a review and records the access. */
export const reviewPicturesCommand: Command<
  { id: number; by: string },
  { id: number; pictures: ReviewPicture[] }
> = ({ verification }, input) => reviewPictures(verification, input)

export const reviewDecide: Command<ReviewDecision, ReviewView> = async ({ verification, kyc }, input) => {
  // The command line cannot verify who runs the command. If two members must decide a review, a decision from
  // the command line is therefore rejected.
  await decideReview(verification, { ...input, isMember: false, onlyOf: undefined })
  const detail = { decision: input.decision }
  await recordChange(kyc, { action: 'review.decided', target: String(input.id), detail }, byCommandLine)
  const { detail: _, opinions: __, ...view } = await showReview(verification, { id: input.id })
  return view
}

/**
 * Screens everyone who has not been screened against the current lists. The server also does this
 * automatically.
 */
export const reviewScreenAgain: Command<object, { screened: number; found: number }> = ({ verification }) =>
  screenAgain(verification)

/**
 * Returns who decides reviews and whether two members must agree, after applying any new values. Without
 * `mchNo`, applies to the whole service.
 */
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
