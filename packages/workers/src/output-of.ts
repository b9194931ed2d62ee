import { OperatorError, UserError } from '@touchstone/common'
import type { WorkAnswer } from './serve-work.ts'

/** What a worker has worked out; throws the error that it refused with. */
export function outputOf(answer: WorkAnswer): unknown {
  if ('refused' in answer) throw new UserError(answer.refused)
  if ('toMend' in answer) throw new OperatorError(answer.toMend)
  return answer.output
}
