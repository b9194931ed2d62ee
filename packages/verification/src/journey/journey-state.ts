import type { Journey, Merchant, Program } from '@touchstone/kyc'
import type { Approval } from '../approval.ts'
import type { Failure } from '../tables.ts'
import type { Draft } from './draft.ts'
import type { ReviewKind } from './review-store.ts'

/** All data that determines a journey's next step. */
export type JourneyState = {
  readonly journey: Journey
  readonly program: Program
  readonly merchant: Merchant
  readonly draft: Draft
  /** Names of the checks that passed in this attempt. */
  readonly checks: ReadonlyMap<string, boolean>
  readonly failure: Failure | undefined
  readonly tries: number
  readonly pausedUntil: number | undefined
  readonly reused: boolean
  readonly proofChallenge: string | undefined
  readonly approval: Readonly<Approval> | undefined
  /** The wallet on the device that submitted the evidence of this attempt. */
  readonly shownOn: string | undefined
  /** The receipt if the person was erased. The journey then stops. */
  readonly forgotten: string | undefined
  readonly review: { kind: ReviewKind; since: number } | undefined
}
