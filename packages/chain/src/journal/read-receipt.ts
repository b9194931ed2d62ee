import { type Address, getContractAddress, type Hex } from 'viem'
import { NodeError } from '../rpc/rpc-error.ts'
import type { RpcNode } from '../rpc/rpc-node.ts'
import type { ChainJob, ExpectedLog, JobLog, JobReceipt } from './chain-job.ts'
import { requestOrBusy } from './observe-chain.ts'

type RpcReceipt = {
  transactionHash: Hex
  blockHash: Hex | null
  blockNumber: Hex | null
  from?: Address
  to?: Address | null
  status?: Hex | null
  gasUsed: Hex
  effectiveGasPrice?: Hex
  contractAddress?: Address | null
  logs?: { address: Address; topics: Hex[]; data: Hex; blockHash?: Hex; transactionHash?: Hex }[]
}

/**
 * Reads a transaction's receipt from one node. Returns undefined if there is no receipt. Throws if the
 * receipt cannot belong to the job, so that the RPC client skips the node for a while.
 */
export async function readReceipt(
  node: RpcNode,
  job: ChainJob,
  hash: Hex,
): Promise<Omit<JobReceipt, 'witnesses'> | undefined> {
  const receipt = (await requestOrBusy(node, 'eth_getTransactionReceipt', [hash])) as RpcReceipt | null
  if (!receipt || receipt.blockHash === null || receipt.blockNumber === null) return undefined
  const invalid = (what: string) => new NodeError('invalid', `${node.name} returned a receipt ${what}`)
  if (receipt.transactionHash !== hash) throw invalid('of another transaction')
  if (receipt.from !== undefined && receipt.from.toLowerCase() !== job.signer)
    throw invalid('of another sender')
  if (job.to !== null && (receipt.to ?? '').toLowerCase() !== job.to) throw invalid('of another receiver')
  const logs = (receipt.logs ?? []).map(({ address, topics, data }): JobLog => ({ address, topics, data }))
  for (const log of receipt.logs ?? []) {
    const apart =
      (log.blockHash !== undefined && log.blockHash !== receipt.blockHash) ||
      (log.transactionHash !== undefined && log.transactionHash !== hash)
    if (apart) throw invalid('with a log from another transaction')
  }
  const succeeded = receipt.status === '0x1'
  if (succeeded && job.expectedLog && !logs.some((log) => fits(log, job.expectedLog))) {
    throw invalid('without the expected log')
  }
  const contractAddress = succeeded && job.to === null ? addressOf(job) : undefined
  if (contractAddress && receipt.contractAddress?.toLowerCase() !== contractAddress.toLowerCase()) {
    throw invalid('with the wrong contract address')
  }
  return {
    hash,
    blockNumber: Number(receipt.blockNumber),
    blockHash: receipt.blockHash,
    succeeded,
    gasUsed: BigInt(receipt.gasUsed),
    gasPrice: BigInt(receipt.effectiveGasPrice ?? '0x0'),
    ...(contractAddress && { contractAddress }),
    logs,
  }
}

function addressOf(job: ChainJob): Address {
  return getContractAddress({ from: job.signer, nonce: BigInt(job.nonce ?? 0) })
}

function fits(log: JobLog, expected: ExpectedLog | undefined): boolean {
  if (!expected) return true
  return (
    log.address.toLowerCase() === expected.address.toLowerCase() &&
    expected.topics.every((topic, index) => topic === null || topic === log.topics[index])
  )
}
