import { OperatorError } from '@touchstone/common'
import { type Address, getAddress, type Hex } from 'viem'
import type { DeployedContract, Deployment, DeploymentStep } from './deployment.ts'
import { readArtifact } from './read-artifact.ts'

/** The address of a deployed contract and the transaction that created it. */
type Placed = { readonly address: Address; readonly transactionHash: Hex; readonly blockNumber: number }

/** Returns the content of `deployments/<chainId>.json` after all steps of a plan have run. */
export function describeDeployment(
  chainId: number,
  steps: readonly DeploymentStep[],
  placed: Readonly<Record<string, Placed>>,
): Deployment {
  const contracts: Record<string, DeployedContract> = {}
  for (const { name, contract } of steps) {
    const place = placed[name]
    if (!place) throw incomplete(name)
    const { compiler, sourceHash } = readArtifact(contract)
    const { transactionHash, blockNumber } = place
    const address = getAddress(place.address)
    contracts[name] = { contract, address, transactionHash, blockNumber, compiler, sourceHash }
  }
  const { SvcSBT, SvcVerifier } = contracts
  if (!SvcSBT || !SvcVerifier) throw incomplete('SvcVerifier')
  return { format: 1, chainId, contracts: { ...contracts, SvcSBT, SvcVerifier } }
}

function incomplete(name: string): OperatorError {
  return new OperatorError({
    code: 'chain.deployment-incomplete',
    message: `${name} is not deployed yet.`,
    remedy: 'Run "npx touchstone chain deploy" again. It resumes at the step where it stopped.',
  })
}
