import type { VerificationContext } from '../context.ts'
import { evidenceOf } from '../journey/evidence.ts'
import type { ReviewRow } from '../journey/review-store.ts'
import type { CheckResult } from '../journey/step.ts'
import { reviewDetailColumn } from '../sealed-columns.ts'
import type { ReviewScope } from './review-decision.ts'

const checkOfKind = {
  sanction: 'sanction',
  rescreening: 'sanction',
  faceprint: 'unique',
  liveness: 'liveness',
  document: 'document',
  identity: 'identity',
} as const

/** Returns the actor that the journal names for the decision. */
export function actorOf({ onlyOf }: ReviewScope): 'operator' | 'merchant' {
  return onlyOf === undefined ? 'operator' : 'merchant'
}

/** Returns a review's decision as a check for the journal. */
export function checkOf(
  { vault }: VerificationContext,
  { id, kind, detailSealed }: ReviewRow,
  by: string,
  passed: boolean,
): CheckResult {
  return {
    check: checkOfKind[kind],
    passed,
    checker: `review ${id}`,
    evidenceHash: evidenceOf(vault, detailSealed ?? '', by),
  }
}

/** Returns the checks that the capture produced before the review was opened. */
export function earlierChecks(context: VerificationContext, review: ReviewRow): CheckResult[] {
  const { checks = [] } = detailOf(context, review) as {
    checks?: (Omit<CheckResult, 'evidenceHash'> & { evidenceHash: string })[]
  }
  return checks.map((each) => ({ ...each, evidenceHash: Buffer.from(each.evidenceHash, 'hex') }))
}

export function detailOf({ vault }: VerificationContext, review: ReviewRow): object {
  const { detailSealed, journeyId, attempt, kind } = review
  if (!detailSealed) return {}
  return JSON.parse(vault.open(detailSealed, reviewDetailColumn.at(journeyId, attempt, kind))) as object
}
