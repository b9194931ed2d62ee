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

/** Lists open reviews, or with `decided` the decided ones. */
export const reviewList: Command<{ decided: boolean }, ReviewView[]> = ({ verification }, input) =>
  listReviews(verification, input)

export const reviewShow: Command<{ id: number }, ReviewView & { detail: object; opinions: OpinionView[] }> = (
  { verification },
  { id },
) => showReview(verification, { id })

/** Returns the pictures of a document review and records the access. */
export const reviewPicturesCommand: Command<
  { id: number; by: string },
  { id: number; pictures: ReviewPicture[] }
> = ({ verification }, input) => reviewPictures(verification, input)

export const reviewDecide: Command<ReviewDecision, ReviewView> = async ({ verification, kyc }, input) => {
  // The command line cannot verify the named person, so its decision does not count where two people must decide.
  await decideReview(verification, { ...input, isMember: false, onlyOf: undefined })
  const detail = { decision: input.decision }
  await recordChange(kyc, { action: 'review.decided', target: String(input.id), detail }, byCommandLine)
  const { detail: _, opinions: __, ...view } = await showReview(verification, { id: input.id })
  return view
}

/** Screens everyone who has not been screened against the current lists. Also runs automatically. */
export const reviewScreenAgain: Command<object, { screened: number; found: number }> = ({ verification }) =>
  screenAgain(verification)

/**
 * Shows or sets who decides reviews and whether two people must agree. Applies to the whole service if `mchNo` is
 * omitted.
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
