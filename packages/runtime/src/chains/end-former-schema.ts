import { contractCalls, notConfigured } from '@touchstone/chain'
import { OperatorError } from '@touchstone/common'
import type { OpenChain } from './chain-desk.ts'
import { requireSchemas } from './schemas-on-chain.ts'

/** Returns the contract's address once it is final there; asked again, it finds that it is done. */
export async function endFormerSchema(chain: OpenChain, signal?: AbortSignal): Promise<string> {
  const { id, line } = chain
  const verifier = chain.deployment()?.contracts.SvcVerifier.address
  if (!verifier) throw notConfigured(id, 'deployment')
  const { ended } = await requireSchemas(chain, verifier)
  if (ended) return verifier
  const key = `end-schema:${verifier.toLowerCase()}`
  await line.request({ ...contractCalls.endFormerSchema(verifier), key, kind: 'end-schema' })
  const job = await line.waitFor(key, signal ? { signal } : {})
  if (job.status === 'failed') throw refused(id, job.reason?.text)
  return verifier
}

function refused(chainId: string, reason = 'no reason'): OperatorError {
  return new OperatorError({
    code: 'chain.end-schema-refused',
    message: `The schema before could not be ended on chain ${chainId}: ${reason}.`,
    remedy: 'Make sure that the signer is an operator of the contract (npx touchstone chain status).',
  })
}
