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
  /** The names of the checks that have passed in this attempt. */
  readonly checks: ReadonlyMap<string, boolean>
  readonly failure: Failure | undefined
  readonly tries: number
  readonly pausedUntil: number | undefined
  readonly reused: boolean
  /** Whether a merchant's reviewer has decided the outcome of a check in this attempt. */
  readonly delegated: boolean
  readonly proofChallenge: string | undefined
  readonly approval: Readonly<Approval> | undefined
  /** The wallet on the device from which the latest evidence of this attempt was submitted. */
  readonly shownOn: string | undefined
  /** The number of the receipt if the person has been erased. The journey then stops. */
  readonly forgotten: string | undefined
  /** The latest revocation of the person's credentials, read before the rest of the state. */
  readonly lastRevocation: number | undefined
  /** `isHeld` is true while the review is held because of a limit on open reviews. */
  readonly review: { id: number; kind: ReviewKind; since: number; isHeld: boolean } | undefined
}
