import { contractCalls, svcVerifierAbi } from '@touchstone/chain'
import { OperatorError } from '@touchstone/common'
import type { ProgramOnChain } from '@touchstone/verification'
import type { OpenChain } from './chain-registry.ts'
import { requireVerifier } from './require-verifier.ts'

/**
 * Updates the requirements in the contract if they differ from the program's requirements. A change
 * invalidates approvals given under the previous requirements.
 */
export async function ensureQuestionSet(
  chain: OpenChain,
  program: ProgramOnChain,
  options: { signal?: AbortSignal } = {},
): Promise<void> {
  const { queue } = chain
  const verifier = await requireVerifier(chain)
  const { cooperator, kind, merchant } = program
  const questions = BigInt(program.questions.hash)
  const current = await queue.client.readContract({
    abi: svcVerifierAbi,
    address: verifier,
    functionName: 'questionSetOf',
    args: [cooperator],
  })
  if (current.questions === questions && current.kind !== 0) return
  // The idempotency key includes the replaced version, because a program can return to earlier requirements.
  const key = `questions:${verifier.toLowerCase()}:${cooperator.toLowerCase()}:${current.version}:${questions}`
  await queue.request({
    ...contractCalls.setQuestionSet(verifier, {
      cooperator,
      kind,
      merchant,
      program: program.program,
      questions,
    }),
    key,
    kind: 'questions',
  })
  const job = await queue.waitFor(key, options)
  if (job.status === 'failed') {
    throw new OperatorError({
      code: 'chain.questions-refused',
      message: `The requirements of a program could not be set on chain ${chain.id}: ${job.reason?.text ?? 'no reason given'}.`,
      remedy:
        'Make sure that the signer has the operator role in the contract (npx touchstone chain status).',
    })
  }
}
