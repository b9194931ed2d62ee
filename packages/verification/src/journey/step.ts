import type { FailureScreen, FrameStep, ProgramRequirement, Stage } from '@touchstone/contract'
import type { Program, Share } from '@touchstone/kyc'
import type { VerificationContext, VerificationDb } from '../context.ts'
import type { Session } from '../sessions/session.ts'
import type { JourneyState } from './journey-state.ts'

/** The settings of a program that determine its steps. */
export type ProgramShape = Pick<Program, 'kind' | 'checks' | 'mintMode' | 'test'>

/** A decided check, with a keyed hash of its evidence and the version of its checker. */
export type CheckResult = { check: string; passed: boolean; checker: string; evidenceHash: Uint8Array }

/** A step's outcome. It takes effect when it is written, which happens only once. */
export type Outcome =
  | {
      kind: 'passed'
      checks?: readonly CheckResult[]
      token?: { chainId: string; tokenId: string }
      /** The account for which the result is shared. Only the last step sets it. */
      share?: Share
      /** A change that is written in the same transaction as the outcome. */
      also?: (db: VerificationDb) => Promise<void>
    }
  /** The person has to submit more data. */
  | { kind: 'stay'; also?: (db: VerificationDb) => Promise<void> }
  /** No input is needed. The step runs again after this delay. */
  | { kind: 'wait'; seconds: number }
  /** Inconclusive: the person can try again. Only failures that the person caused are counted. */
  | { kind: 'again'; screen: FailureScreen; reason: string; counted: boolean; negative?: CheckResult }
  /** Negative: the attempt has failed. */
  | { kind: 'negative'; screen: FailureScreen; reason: string; checks: readonly CheckResult[] }
  /** A reviewer has to decide. */
  | {
      kind: 'review'
      review: 'sanction' | 'faceprint' | 'document' | 'liveness' | 'identity'
      detail: object
      /** Whether only the operator can decide, because the decision affects other merchants. */
      forOperator?: boolean
      /** A change that is written in the same transaction as the review. */
      opened?: (db: VerificationDb, reviewId: number) => Promise<void>
    }

/**
 * A step of a journey. It can run again at any time, even after a crash during the step, because effects
 * outside the store carry an idempotency key.
 */
export type Step<Input = never> = {
  readonly name: string
  readonly stage: Stage
  /** Returns whether the journeys of a program include the step. */
  needs(program: ProgramShape): boolean
  /** What the installation must have, so that the step can succeed. Otherwise, the program is not offered. */
  readonly requires?: ProgramRequirement
  /**
   * Returns the journey's status after the step. A step without a status is complete when its check is
   * stored.
   */
  readonly reaches?: (program: Program) => string
  readonly check?: string
  /** Returns the screen that the page shows during the step. */
  show(context: VerificationContext, state: JourneyState, session: Session): Promise<FrameStep>
  run(context: VerificationContext, state: JourneyState, input: Input): Promise<Outcome>
  /** Called before a retry, to restart external work that failed. */
  again?(context: VerificationContext, state: JourneyState): Promise<void>
  /**
   * Set if the step confirms the person's identity. The credential is then issued to the device from which
   * the evidence was submitted.
   */
  readonly isEvidence?: boolean
  /** True if the step runs without input from the person. */
  readonly automatic: boolean
}
