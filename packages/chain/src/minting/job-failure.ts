import { OperatorError } from '@touchstone/common'
import { failureSentences } from '../contracts/failure-sentences.ts'
import type { ChainJob } from '../journal/chain-job.ts'

/** Returns an operator error that explains why a contract job failed. */
export function jobFailure(job: ChainJob): OperatorError {
  const name = job.reason?.text ?? ''
  const sentence = failureSentences[name] ?? `The contract reverted: ${name}.`
  return new OperatorError({
    code: job.reason?.code ?? 'chain.failed',
    message: `The ${job.kind} on chain ${job.chainId} failed. ${sentence}`,
    remedy: 'Nothing changed on the chain. Fix the cause and try again.',
  })
}
