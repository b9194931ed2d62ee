import type { Journey, Merchant, Program } from '@touchstone/kyc'
import type { Approval } from '../approval.ts'
import type { Failure } from '../tables.ts'
import type { Draft } from './draft.ts'
import type { ReviewKind } from './review-store.ts'

/** All data that decides the next step of a journey. */
export type JourneyState = {
  readonly journey: Journey
  readonly program: Program
  readonly merchant: Merchant
  readonly draft: Draft
  /** Names of the checks that were passed in this attempt. */
  readonly checks: ReadonlyMap<string, boolean>
  readonly failure: Failure | undefined
  readonly tries: number
  readonly pausedUntil: number | undefined
  readonly reused: boolean
  readonly proofChallenge: string | undefined
  readonly approval: Readonly<Approval> | undefined
  /** The wallet of the device on whose page the evidence of this attempt was shown. */
  readonly shownOn: string | undefined
  /** The receipt of an erased person. The journey does not continue then. */
  readonly forgotten: string | undefined
  readonly review: { kind: ReviewKind; since: number } | undefined
}
