import type { FailureScreen, FrameStep, Stage } from '@touchstone/contract'
import type { Program, Share } from '@touchstone/kyc'
import type { VerificationContext, VerificationDb } from '../context.ts'
import type { Session } from '../sessions/session.ts'
import type { JourneyState } from './journey-state.ts'

/** The parts of a program that decide which steps it has. */
export type ProgramShape = Pick<Program, 'kind' | 'checks' | 'mintMode'>

/** One decided check, with a keyed hash of its evidence and the version of its checker. */
export type CheckResult = { check: string; passed: boolean; checker: string; evidenceHash: Uint8Array }

/** The outcome of a step. It takes effect when it is written, and it is written once. */
export type Outcome =
  | {
      kind: 'passed'
      checks?: readonly CheckResult[]
      token?: { chainId: string; tokenId: string }
      /** The account that the result is shared for; set by the last step. */
      share?: Share
      /** Written in the same transaction. */
      also?: (db: VerificationDb) => Promise<void>
    }
  /** The person has to submit more data. */
  | { kind: 'stay'; also?: (db: VerificationDb) => Promise<void> }
  /** Nobody has to do anything; look again after a delay. */
  | { kind: 'wait'; seconds: number }
  /** Inconclusive: the person tries again. Failures that the person did not cause are not counted. */
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
 * A step of a journey. It can run again at any time, also after a crash in the middle of it: effects outside
 * the store carry an idempotency key.
 */
export type Step<Input = never> = {
  readonly name: string
  readonly stage: Stage
  /** Whether a program includes the step. */
  needs(program: ProgramShape): boolean
  /**
   * The status of the journey after the step. A step without a status is complete when its check is stored.
   */
  readonly reaches?: (program: Program) => string
  readonly check?: string
  /** What the page shows during the step. */
  show(context: VerificationContext, state: JourneyState, session: Session): Promise<FrameStep>
  run(context: VerificationContext, state: JourneyState, input: Input): Promise<Outcome>
  /** Runs before a retry, to restart external work that had failed. */
  again?(context: VerificationContext, state: JourneyState): Promise<void>
  /** Evidence of the person's identity: the credential is issued to the device that submits it. */
  readonly isEvidence?: boolean
  /** Runs without input from the person. */
  readonly automatic: boolean
}
