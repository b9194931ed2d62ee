import { checkDeployment, notConfigured } from '@touchstone/chain'
import { OperatorError } from '@touchstone/common'
import type { Address } from 'viem'
import type { OpenChain } from './chain-registry.ts'

/**
 * Returns the address of the chain's SvcVerifier. Fails if the deployed code is a different version, because
 * calls to it could fail or have a different meaning.
 */
export async function requireVerifier({
  id,
  queue,
  deployment,
}: Pick<OpenChain, 'id' | 'queue' | 'deployment'>): Promise<Address> {
  const placed = deployment()
  if (!placed) throw notConfigured(id, 'deployment')
  const { SvcVerifier: code } = await checkDeployment(queue.client, placed)
  const { address } = placed.contracts.SvcVerifier
  if (code === 'matches') return address
  const found = code === 'differs' ? 'differs from the contract of this release' : 'has no code'
  throw new OperatorError({
    code: 'chain.other-contracts',
    message: `The SvcVerifier at ${address} on chain ${id} ${found}.`,
    remedy: `Deploy new contracts with "npx touchstone chain deploy --chain ${id} --again" (docs/chains.md, "Move to new contracts").`,
  })
}
