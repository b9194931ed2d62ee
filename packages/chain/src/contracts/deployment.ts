import type { Address, Hex } from 'viem'
import type { ContractName } from './contract-name.ts'

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
