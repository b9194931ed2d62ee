import type { Address, Hex } from 'viem'

/** A contract to deploy. Later steps can depend on the addresses of earlier steps. */
export type DeploymentStep = {
  /** The key of the contract in {@link Deployment}: `SvcSBT`, `SvcVerifier`, `SvcProofVerifier:kyc` … */
  readonly name: string
  readonly contract: ContractName
  /** Returns the transaction data, given the addresses from the previous steps. */
  data(placed: Readonly<Record<string, Address>>): Hex
}

export type ContractName = 'SvcSBT' | 'SvcVerifier' | 'SvcProofVerifier'

export type DeployedContract = {
  readonly contract: ContractName
  readonly address: Address
  readonly transactionHash: Hex
  readonly blockNumber: number
  readonly compiler: string
  readonly sourceHash: string
}

/** The contract addresses on a chain, as stored in `deployments/<chainId>.json`. */
export type Deployment = {
  readonly format: 1
  readonly chainId: number
  /** Keyed by step name: `SvcSBT`, `SvcVerifier`, `SvcProofVerifier:kyc` … */
  readonly contracts: Readonly<Record<string, DeployedContract>> & {
    readonly SvcSBT: DeployedContract
    readonly SvcVerifier: DeployedContract
  }
}
