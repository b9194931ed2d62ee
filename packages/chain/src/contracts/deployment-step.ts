import type { Address, Hex } from 'viem'
import type { ContractName } from './contract-name.ts'

/** One contract to place on a chain; steps are taken in order. */
export type DeploymentStep = {
  /** What the placed contract is called in the deployment: `SvcSBT`, `SvcVerifier`, `SvcProofVerifier:kyc` … */
  readonly name: string
  readonly contract: ContractName
  /** The transaction's data, given the addresses of the steps before. */
  data(placed: Readonly<Record<string, Address>>): Hex
}
