import type { FailureScreen, FrameStep, Stage } from '@touchstone/contract'
import type { Program, Share } from '@touchstone/kyc'
import type { VerificationContext, VerificationDb } from '../context.ts'
import type { Session } from '../sessions/session.ts'
import type { JourneyState } from './journey-state.ts'

/** What of a program decides which steps it has. */
export type ProgramShape = Pick<Program, 'kind' | 'checks' | 'mintMode'>

/** One question that was decided, with what it was decided on (as a keyed hash) and by which version of what. */
export type CheckResult = { check: string; passed: boolean; checker: string; evidenceHash: Uint8Array }

/** What came of a step. Nothing of it holds until it is written, and it is written once. */
export type Outcome =
  | {
      kind: 'passed'
      checks?: readonly CheckResult[]
      token?: { chainId: string; tokenId: string }
      /** The account that the result is shared for, with the last step. */
      share?: Share
      /** Written together with it. */
      also?: (db: VerificationDb) => Promise<void>
    }
  /** More is needed of the person. */
  | { kind: 'stay'; also?: (db: VerificationDb) => Promise<void> }
  /** Nothing to do for anybody but to look again. */
  | { kind: 'wait'; seconds: number }
  /** It could not be decided: the person tries again. What is not the person's doing is not counted. */
  | { kind: 'again'; screen: FailureScreen; reason: string; counted: boolean; negative?: CheckResult }
  /** It came out negative: the attempt has failed. */
  | { kind: 'negative'; screen: FailureScreen; reason: string; checks: readonly CheckResult[] }
  /** A person of the operator's has to look at it. */
  | {
      kind: 'review'
      review: 'sanction' | 'faceprint' | 'document' | 'liveness'
      detail: object
      /** Written together with it. */
      opened?: (db: VerificationDb, reviewId: number) => Promise<void>
    }

/**
 * A step of a journey. It may be run again at any time, also after a death in the middle of it: whatever it does outside
 * of the store it does under a name of its own, so that twice is once.
 */
export type Step<Input = never> = {
  readonly name: string
  readonly stage: Stage
  /** Whether a program has it. */
  needs(program: ProgramShape): boolean
  /** The status that the journey has when it is done; a step without one is done when its check of that name is there. */
  readonly reaches?: (program: Program) => string
  readonly check?: string
  /** What the page shows while it is its turn. */
  show(context: VerificationContext, state: JourneyState, session: Session): Promise<FrameStep>
  run(context: VerificationContext, state: JourneyState, input: Input): Promise<Outcome>
  /** Before it runs again after its failure: lets others take up what they had given up. */
  again?(context: VerificationContext, state: JourneyState): Promise<void>
  /** Evidence of who the person is: whoever hands it in has the device that the credential is issued to. */
  readonly isEvidence?: boolean
  /** Runs without anything of the person's. */
  readonly automatic: boolean
}
