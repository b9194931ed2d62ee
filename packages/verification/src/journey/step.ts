import type { FailureScreen, FrameStep, Stage } from '@touchstone/contract'
import type { Program, Share } from '@touchstone/kyc'
import type { VerificationContext, VerificationDb } from '../context.ts'
import type { Session } from '../sessions/session.ts'
import type { JourneyState } from './journey-state.ts'

/** The parts of a program that determine its steps. */
export type ProgramShape = Pick<Program, 'kind' | 'checks' | 'mintMode'>

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
      /** Written in the same transaction. */
      also?: (db: VerificationDb) => Promise<void>
    }
  /** The person has to submit more data. */
  | { kind: 'stay'; also?: (db: VerificationDb) => Promise<void> }
  /** No input is needed; the step runs again after a delay. */
  | { kind: 'wait'; seconds: number }
  /** Inconclusive: the person tries again. Only failures caused by the person are counted. */
  | { kind: 'again'; screen: FailureScreen; reason: string; counted: boolean; negative?: CheckResult }
  /** Negative: the attempt has failed. */
  | { kind: 'negative'; screen: FailureScreen; reason: string; checks: readonly CheckResult[] }
  /** A reviewer has to decide. */
  | {
      kind: 'review'
      review: 'sanction' | 'faceprint' | 'document' | 'liveness'
      detail: object
      /** Written in the same transaction. */
      opened?: (db: VerificationDb, reviewId: number) => Promise<void>
    }

/**
 * A step of a journey. It can run again at any time, even after a crash during the step, because effects
 * outside the store carry an idempotency key.
 */
export type Step<Input = never> = {
  readonly name: string
  readonly stage: Stage
  /** Returns whether a program includes the step. */
  needs(program: ProgramShape): boolean
  /**
   * Returns the journey's status after the step. A step without a status is complete when its check is
   * stored.
   */
  readonly reaches?: (program: Program) => string
  readonly check?: string
  /** Returns the screen that the page shows during the step. */
  show(context: VerificationContext, state: JourneyState, session: Session): Promise<FrameStep>
  run(context: VerificationContext, state: JourneyState, input: Input): Promise<Outcome>
  /** Runs before a retry, to restart failed external work. */
  again?(context: VerificationContext, state: JourneyState): Promise<void>
  /**
   * Set if the step proves the person's identity: the credential is then issued to the device that submits
   * the evidence.
   */
  readonly isEvidence?: boolean
  /** True if the step runs without input from the person. */
  readonly automatic: boolean
}
