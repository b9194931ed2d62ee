import {
  type Address,
  createPublicClient,
  formatTransactionReceipt,
  getAddress,
  type Hex,
  hexToBigInt,
  http,
  numberToHex,
  type RpcTransactionReceipt,
  type TransactionReceipt,
  testActions,
} from 'viem'
import type { CredentialKind } from '../credential-kinds.ts'
import { decodeFailure } from '../decode-failure.ts'
import type { Deployment } from '../deployment.ts'
import { deploymentPlan } from '../deployment-plan.ts'
import { describeDeployment } from '../describe-deployment.ts'
import type { VerificationKey } from '../verification-key.ts'
import type { ContractWorldClient } from './contract-world-client.ts'

type Sent = Pick<
  TransactionReceipt,
  'gasUsed' | 'logs' | 'contractAddress' | 'transactionHash' | 'blockNumber'
>

/** Deploys the contracts on a development node with unlocked accounts. For tests and benchmarks. */
export async function createContractWorld(options: {
  url: string
  verificationKeys?: Partial<Record<CredentialKind, VerificationKey>>
  issuers?: readonly bigint[]
  adminDelaySeconds?: number
}) {
  const client: ContractWorldClient = createPublicClient({
    transport: http(options.url),
    cacheTime: 0,
  }).extend(testActions({ mode: 'anvil' }))
  const accounts = ((await client.request({ method: 'eth_accounts' } as never)) as Address[]).map((address) =>
    getAddress(address),
  )
  const [admin, minter, operator, deployer, ...users] = accounts as [Address, Address, Address, Address]

  async function send(from: Address, call: { to?: Address; data: Hex }): Promise<Sent> {
    // Estimate first, because only the estimate returns the revert reason. Then send the transaction and wait
    // until it is mined.
    const estimate = await client.request({ method: 'eth_estimateGas', params: [{ from, ...call }] } as never)
    const gas = numberToHex((hexToBigInt(estimate as Hex) * 6n) / 5n)
    const receipt = (await client.request({
      method: 'eth_sendTransactionSync',
      params: [{ from, gas, ...call }],
    } as never)) as RpcTransactionReceipt
    if (receipt.status !== '0x1')
      throw new Error('the contract call failed although its gas estimate succeeded')
    return formatTransactionReceipt(receipt)
  }

  /** Returns 'accepted' if the contract accepts the call, and otherwise the name of the contract error. */
  async function refusal(from: Address, call: { to?: Address; data: Hex }): Promise<string> {
    try {
      await send(from, call)
    } catch (error) {
      return decodeFailure(error)?.name ?? String(error)
    }
    return 'accepted'
  }

  const adminDelaySeconds = options.adminDelaySeconds ?? 60
  const steps = deploymentPlan({
    admin,
    minter,
    operator,
    adminDelaySeconds,
    verificationKeys: options.verificationKeys ?? {},
    issuers: options.issuers ?? [],
  })
  const placed: Record<string, { address: Address; transactionHash: Hex; blockNumber: number }> = {}
  const deploymentGas: Record<string, bigint> = {}
  for (const step of steps) {
    const addresses = Object.fromEntries(Object.entries(placed).map(([name, { address }]) => [name, address]))
    const { contractAddress, transactionHash, blockNumber, gasUsed } = await send(deployer, {
      data: step.data(addresses),
    })
    if (!contractAddress) throw new Error(`${step.name} was not deployed`)
    placed[step.name] = { address: contractAddress, transactionHash, blockNumber: Number(blockNumber) }
    deploymentGas[step.name] = gasUsed
  }
  const chainId = await client.getChainId()
  const deployment: Deployment = describeDeployment(chainId, steps, placed)
  return {
    client,
    chainId,
    admin,
    minter,
    operator,
    deployer,
    users: users as Address[],
    deployment,
    adminDelaySeconds,
    deploymentGas,
    sbt: deployment.contracts.SvcSBT.address,
    verifier: deployment.contracts.SvcVerifier.address,
    send,
    refusal,
    /** Timestamp of the newest block, in seconds. */
    async now(): Promise<bigint> {
      return (await client.getBlock()).timestamp
    },
    /** Mines a block with the given timestamp. */
    async travelTo(second: bigint): Promise<void> {
      await client.setNextBlockTimestamp({ timestamp: second })
      await client.mine({ blocks: 1 })
    },
  }
}
