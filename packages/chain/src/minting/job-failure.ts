import { OperatorError } from '@touchstone/common'
import { failureSentences } from '../contracts/failure-sentences.ts'
import type { ChainJob } from '../journal/chain-job.ts'

/** Why a job of the contracts failed, as an error for who runs the service. */
export function jobFailure(job: ChainJob): OperatorError {
  const name = job.reason?.text ?? ''
  const sentence = failureSentences[name] ?? `The contract refused it: ${name}.`
  return new OperatorError({
    code: job.reason?.code ?? 'chain.failed',
    message: `A ${job.kind} on chain ${job.chainId} failed. ${sentence}`,
    remedy: 'Nothing happened on the chain. Mend the cause, then do the same once more.',
  })
}
