import type { FrameStep } from '@touchstone/contract'
import type { Program } from '@touchstone/kyc'
import { retention } from '../people/retention.ts'
import { stepsOf } from '../pipeline/pipeline.ts'

export type Keep = Extract<FrameStep, { name: 'authorize' }>['keeps'][number]

/** What stays of each part of a journey, told before it begins. Pictures never do. */
export function keepsOf(program: Program): Keep[] {
  const stages = new Set(stepsOf(program).map(({ stage }) => stage))
  const keeps: (Keep | false)[] = [
    stages.has('document') && { what: 'document', days: 0 },
    stages.has('liveness') && { what: 'face', days: 0 },
    program.checks.includes('unique') && { what: 'faceprint', days: retention.personDays },
    stages.has('document') && { what: 'identity', days: retention.personDays },
    stages.has('location') && { what: 'location', days: 0 },
    stages.has('investor') && { what: 'statement', days: 0 },
    { what: 'result', days: retention.resultDays },
  ]
  return keeps.filter((keep) => keep !== false)
}
