import type { FrameStep } from '@touchstone/contract'
import type { Program } from '@touchstone/kyc'
import { stepsOf } from '../pipeline/pipeline.ts'

export type Keep = Extract<FrameStep, { name: 'authorize' }>['keeps'][number]

/** A credential is good for a year; what stays stays as long, unless the person asks to be forgotten before. */
const credentialDays = 365
/** A result that was shared is the merchant's record of it. */
const resultDays = 5 * 365

/** What stays of each part of a journey, told before it begins. Pictures never do. */
export function keepsOf(program: Program): Keep[] {
  const stages = new Set(stepsOf(program).map(({ stage }) => stage))
  const keeps: (Keep | false)[] = [
    stages.has('document') && { what: 'document', days: 0 },
    stages.has('liveness') && { what: 'face', days: 0 },
    stages.has('liveness') && { what: 'faceprint', days: credentialDays },
    stages.has('screening') && { what: 'identity', days: credentialDays },
    stages.has('location') && { what: 'location', days: 0 },
    stages.has('investor') && { what: 'statement', days: 0 },
    { what: 'result', days: resultDays },
  ]
  return keeps.filter((keep) => keep !== false)
}
