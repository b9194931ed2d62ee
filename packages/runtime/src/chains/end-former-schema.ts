import { contractCalls, notConfigured } from '@touchstone/chain'
import { OperatorError } from '@touchstone/common'
import type { OpenChain } from './chain-desk.ts'
import { schemasOnChain } from './schemas-on-chain.ts'

/** Returns the contract's address once it is final there; asked again, it finds that it is done. */
export async function endFormerSchema(chain: OpenChain, signal?: AbortSignal): Promise<string> {
  const { id, line } = chain
  const verifier = chain.deployment()?.contracts.SvcVerifier.address
  if (!verifier) throw notConfigured(id, 'deployment')
  const schemas = await schemasOnChain(chain, verifier)
  if (!schemas) throw knowsNoOther(id)
  if (schemas.ended) return verifier
  const key = `end-schema:${verifier.toLowerCase()}`
  await line.request({ ...contractCalls.endFormerSchema(verifier), key, kind: 'end-schema' })
  const job = await line.waitFor(key, signal ? { signal } : {})
  if (job.status === 'failed') throw refused(id, job.reason?.text)
  return verifier
}

function knowsNoOther(chainId: string): OperatorError {
  return new OperatorError({
    code: 'chain.contracts-outdated',
    message: `The contracts on chain ${chainId} are of an earlier version, which takes the schema before and no other.`,
    remedy: `Place new ones with "npx touchstone chain deploy --chain ${chainId} --again" (docs/chains.md, "Move to new contracts").`,
  })
}

function refused(chainId: string, reason = 'no reason'): OperatorError {
  return new OperatorError({
    code: 'chain.end-schema-refused',
    message: `The schema before could not be ended on chain ${chainId}: ${reason}.`,
    remedy: 'Make sure that the signer is an operator of the contract (npx touchstone chain status).',
  })
}
