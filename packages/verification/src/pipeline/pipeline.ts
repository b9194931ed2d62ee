import type { Stage } from '@touchstone/contract'
import { statusesOf } from '@touchstone/kyc'
import type { JourneyState } from '../journey/journey-state.ts'
import type { ProgramShape, Step } from '../journey/step.ts'
import { addressStep } from '../steps/address.ts'
import { consentStep } from '../steps/consent.ts'
import { documentStep } from '../steps/document.ts'
import { investorStep } from '../steps/investor.ts'
import { issueStep } from '../steps/issue.ts'
import { livenessStep } from '../steps/liveness.ts'
import { locationStep } from '../steps/location.ts'
import { mintStep } from '../steps/mint.ts'
import { onChainStep } from '../steps/on-chain.ts'
import { proofStep } from '../steps/proof.ts'
import { screeningStep } from '../steps/screening.ts'
import { testSteps } from '../steps/test-steps.ts'

/** The steps of a real program in order. A program's settings determine which of the steps apply. */
const pipeline: readonly Step[] = [
  documentStep,
  livenessStep,
  locationStep,
  addressStep,
  investorStep,
  screeningStep,
  issueStep,
  proofStep,
  mintStep,
  onChainStep,
  consentStep,
]

/** A test program shares only the last step with real programs, so no real check can run for it. */
const testPipeline: readonly Step[] = [...testSteps, consentStep]

export function stepsOf(program: ProgramShape): Step[] {
  return (program.test ? testPipeline : pipeline).filter((step) => step.needs(program))
}

/** Returns the stages that the progress bar shows. */
export function stagesOf(program: ProgramShape): Stage[] {
  return [...new Set<Stage>(['authorize', 'login', ...stepsOf(program).map(({ stage }) => stage)])]
}

/** Returns the current step, or undefined if the journey is complete or the person has been erased. */
export function currentStep(state: JourneyState): Step | undefined {
  if (state.forgotten !== undefined) return undefined
  return stepsOf(state.program).find((step) => !isDone(step, state))
}

export function isDone(step: Step, { journey, program, checks }: JourneyState): boolean {
  if (step.reaches === undefined) return checks.has(step.check ?? step.name)
  const { steps } = statusesOf(program)
  return steps.indexOf(journey.status) >= steps.indexOf(step.reaches(program))
}
