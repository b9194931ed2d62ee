import { createHash } from 'node:crypto'
import { UserError } from '@touchstone/common'
import { type FrameStep, type Stage, specimens, type TestOutcome } from '@touchstone/contract'
import { loginOfPerson, statusesOf } from '@touchstone/kyc'
import type { VerificationContext } from '../context.ts'
import { evidenceOf } from '../journey/evidence.ts'
import { InvalidStateError } from '../journey/invalid-state-error.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { sealDraft } from '../journey/seal-draft.ts'
import type { CheckResult, Outcome, ProgramShape, Step } from '../journey/step.ts'
import { onChainStatus } from '../program-on-chain.ts'
import { showWork } from './show-work.ts'
import { specimenHashes } from './specimen-hashes.ts'
import { checksOfPart, failureOf, outcomeOfLogin, outcomesOf, type TestPart } from './test-outcome.ts'

/** The checker that the journal names for every check of a verification in test mode. */
const checker = (outcome: TestOutcome) => `test/${outcome}`

/** The person's choice: an outcome, or a specimen document that stands for one. */
export type TestChoice = { outcome: string } | { pictures: readonly Uint8Array[] }

/**
 * Chooses the outcome of a verification in test mode, by the suffix of the login or by the person. The
 * steps after it reach the same statuses in the same order as real steps. They check nothing, store no personal
 * data, and send nothing to a chain.
 */
export const testChoiceStep: Step<TestChoice | undefined> = {
  name: 'test',
  check: 'test',
  stage: 'test',
  automatic: true,
  needs: ({ test }) => test,

  async show(context, state): Promise<FrameStep> {
    const { program } = state
    // The step is about to run by itself, so the page has to poll.
    if (await namedOutcome(context, state)) return showWork(state, 'issue')
    const outcomes = outcomesOf(program)
    const usable = specimens.filter(({ outcome }) => program.kind === 'KYC' && outcomes.includes(outcome))
    return { name: 'test', outcomes, specimens: usable.map((each) => ({ ...each })) }
  },

  async run(context, state, choice): Promise<Outcome> {
    const { program, draft } = state
    const outcome = choice ? chosenBy(choice, program) : await namedOutcome(context, state)
    if (outcome === undefined) return { kind: 'stay' }
    return {
      kind: 'passed',
      checks: [decided(context, state, outcome, 'test', true)],
      also: sealDraft(context, state, { ...draft, testOutcome: outcome }),
    }
  },
}

/** Returns the outcome that the suffix of the person's login names. */
async function namedOutcome(
  context: VerificationContext,
  { journey, program }: JourneyState,
): Promise<TestOutcome | undefined> {
  return outcomeOfLogin(await loginOfPerson(context.kyc, journey.personId), program)
}

function chosenBy(choice: TestChoice, program: ProgramShape): TestOutcome {
  const outcomes = outcomesOf(program)
  if ('outcome' in choice) {
    const outcome = outcomes.find((each) => each === choice.outcome)
    if (outcome === undefined) throw notPossible()
    return outcome
  }
  const hashes = choice.pictures.map((picture) => createHash('sha256').update(picture).digest('hex'))
  const specimen = specimens.find(({ file }) => hashes.includes(specimenHashes[file]))
  if (!specimen || program.kind !== 'KYC') throw notSpecimen()
  if (!outcomes.includes(specimen.outcome)) throw notPossible()
  return specimen.outcome
}

function decided(
  { vault }: VerificationContext,
  { journey }: JourneyState,
  outcome: TestOutcome,
  check: string,
  passed: boolean,
): CheckResult {
  const evidenceHash = evidenceOf(vault, 'test', String(journey.id), outcome)
  return { check, passed, checker: checker(outcome), evidenceHash }
}

function chosenOutcome({ draft }: JourneyState): TestOutcome {
  if (draft.testOutcome) return draft.testOutcome
  throw new InvalidStateError('test.no-outcome', 'the outcome of a verification in test mode is missing')
}

/** Returns a step that decides the checks of one part, as the chosen outcome says. */
function partStep(part: TestPart, reaches?: string): Step<undefined> {
  const name = `test-${part}`
  return {
    name,
    stage: 'test',
    automatic: true,
    needs: (program) => program.test && checksOfPart(part, program).length > 0,
    ...(reaches === undefined ? { check: name } : { reaches: () => reaches }),
    show: async (_context, state): Promise<FrameStep> => showWork(state, 'issue'),

    async run(context, state): Promise<Outcome> {
      const outcome = chosenOutcome(state)
      const failure = failureOf(outcome, state.program.kind)
      if (failure?.part === part) {
        const { check, screen, reason } = failure
        const checks = [decided(context, state, outcome, check, false)]
        return { kind: 'negative', screen, reason, checks }
      }
      if (part === 'review' && outcome === 'review')
        return { kind: 'review', review: 'sanction', detail: specimenHit }
      return passedPart(context, state, part)
    },
  }
}

function passedPart(
  context: VerificationContext,
  state: JourneyState,
  part: TestPart,
): Outcome & { kind: 'passed' } {
  const outcome = chosenOutcome(state)
  const names = new Set([`test-${part}`, ...checksOfPart(part, state.program)])
  return {
    kind: 'passed',
    checks: [...names].map((check) => decided(context, state, outcome, check, true)),
  }
}

/** Returns a step that only reaches a status, if the program's statuses contain it. */
function statusStep(name: string, stage: Stage, status: string): Step<undefined> {
  return {
    name,
    stage,
    automatic: true,
    needs: (program) => program.test && statusesOf(program).steps.includes(status),
    reaches: () => status,
    show: async (_context, state): Promise<FrameStep> => showWork(state, 'mint'),
    run: async (): Promise<Outcome> => ({ kind: 'passed' }),
  }
}

export const testReviewStep = partStep('review')

/** The steps of a test program before the consent. */
export const testSteps: readonly Step[] = [
  testChoiceStep,
  partStep('document', 'OCR Passed'),
  partStep('face', 'Liveness Checked'),
  partStep('location'),
  partStep('address', 'OCR Passed'),
  partStep('investor', 'Data Retrieved'),
  testReviewStep,
  statusStep('test-proof', 'proof', 'ZKP Generated'),
  statusStep('test-mint', 'mint', 'SBT Minted'),
  statusStep('test-on-chain', 'mint', onChainStatus),
]

/** Returns the outcome of a review in test mode. The decision affects only this journey. */
export function testReviewOutcome(
  context: VerificationContext,
  state: JourneyState,
  decision: 'clear' | 'confirm',
): Outcome {
  if (decision === 'clear') return passedPart(context, state, 'review')
  const checks = [decided(context, state, chosenOutcome(state), 'test-review', false)]
  return { kind: 'negative', screen: 'not-eligible', reason: 'screening.declined', checks }
}

/** The evidence of a review in test mode: a fictitious hit, in the form of a real one. */
const specimenHit = {
  identity: { givenNames: 'Sam', surname: 'Specimen', birthDate: '1990-01-01' },
  hits: [
    {
      ...{ list: 'TEST', version: '1', entryId: 'SPECIMEN-1', entryHash: 'specimen', kind: 'person' },
      ...{ name: 'Sam Specimen', primaryName: 'Sam Specimen', programs: ['Specimen'] },
      ...{ score: 100, threshold: 85, features: [], agreed: [] },
    },
  ],
}

function notPossible(): UserError {
  return new UserError({
    code: 'test.outcome',
    message: 'A verification in this program cannot have this outcome.',
    remedy: 'Choose one of the outcomes that the page shows.',
  })
}

function notSpecimen(): UserError {
  return new UserError({
    code: 'test.specimen',
    message: 'A test program accepts only the specimen documents of this page.',
    remedy: 'Download a specimen and upload the file unchanged.',
  })
}
