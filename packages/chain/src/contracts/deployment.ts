import type { Address, Hex } from 'viem'

/** One contract to place on a chain; steps are taken in order. */
export type DeploymentStep = {
  /** What the placed contract is called in the deployment: `SvcSBT`, `SvcVerifier`, `SvcProofVerifier:kyc` … */
  readonly name: string
  readonly contract: ContractName
  /** The transaction's data, given the addresses of the steps before. */
  data(placed: Readonly<Record<string, Address>>): Hex
}

/** The contracts that a deployment consists of. */
export type ContractName = 'SvcSBT' | 'SvcVerifier' | 'SvcProofVerifier'

export type DeployedContract = {
  readonly contract: ContractName
  readonly address: Address
  readonly transactionHash: Hex
  readonly blockNumber: number
  readonly compiler: string
  readonly sourceHash: string
}

/** Where the contracts stand on a chain: the content of `deployments/<chainId>.json`. */
export type Deployment = {
  readonly format: 1
  readonly chainId: number
  /** By the names of the plan's steps: `SvcSBT`, `SvcVerifier`, `SvcProofVerifier:kyc` … */
  readonly contracts: Readonly<Record<string, DeployedContract>> & {
    readonly SvcSBT: DeployedContract
    readonly SvcVerifier: DeployedContract
  }
}
